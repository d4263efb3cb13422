import { env } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import { connect } from "#database/connect.ts";
import { callOperation } from "#operations/call.ts";
import { runScheduled } from "#workers/cron.ts";
import { contextOf } from "#workers/services.ts";
import { callerOf } from "../support/claims.ts";
import { countRows } from "../support/count-rows.ts";
import { seedUsers } from "../support/seed-users.ts";

const SITES = 10_000;
const INSTANCES = 50;
const turn = { cron: "*/5 * * * *", scheduledTime: Date.now() };

beforeAll(async () => {
  await seedUsers();
  await env.DB.exec("update sites set solar_energy = 0");
  await env.DB.exec(
    `insert into sites (name, creator_id, created_at, updated_at, solar_energy) with recursive n(i) as (select 1 union all select i + 1 from n where i < ${SITES}) select 'Many', 1, 0, 0, 10 from n`,
  );
});

/** The figure of all sites as a new instance of the Worker answers it. */
async function summarize() {
  const own = { ...env } as Env;
  const { database, counted } = countRows();
  const context = { ...contextOf(own), database: connect(database) };
  const input = { id: null } as never;
  const caller = await callerOf("owner");
  const path = "POST /site/v2/chart/solar/summary";
  const { solar } = (await callOperation(path, input, caller, context)) as { solar: number };
  const { factor, base } = context.globalEnergy;
  return { own: (solar - base) / factor, read: counted.read };
}

test("the energy of all sites is computed once for all instances of the Worker", async () => {
  expect((await summarize()).own, "before the first turn of the job").toBe(SITES * 10);
  await env.DB.exec("update sites set solar_energy = 20 where solar_energy = 10");
  await runScheduled(turn, env);
  let read = 0;
  for (let instance = 0; instance < INSTANCES; instance += 1) {
    const answer = await summarize();
    expect(answer.own).toBe(SITES * 20);
    read += answer.read;
  }
  expect(read).toBeLessThanOrEqual(INSTANCES);
});

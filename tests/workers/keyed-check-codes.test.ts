import { env } from "cloudflare:workers";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { SignedIn } from "#operations/context.ts";
import { digest } from "#protocol/keys/digest.ts";
import { runScheduled } from "#workers/cron.ts";
import { callerOf, codeOf, labelOf, registerModules, tryCall } from "../support/claims.ts";
import { seedUsers } from "../support/seed-users.ts";
import { testContext } from "../support/test-context.ts";

const CHECK = "POST /site/v2/checksn";
const FREE = ["BOX-0001", "BOX-0002"];
const turn = { cron: "*/5 * * * *", scheduledTime: Date.now() };
let stranger: SignedIn;

beforeAll(async () => {
  await seedUsers();
  await registerModules(FREE);
  stranger = await callerOf("stranger");
});
beforeEach(async () => {
  vi.spyOn(console, "log").mockImplementation(() => {});
  await env.DB.exec("delete from rate_limit_attempts");
});

const hashes = async () => {
  const query = "select check_hash from modules where check_hash is not null order by serial";
  return (await env.DB.prepare(query).all<{ check_hash: string }>()).results.map(
    (row) => row.check_hash,
  );
};
const check = async (sn: string, checkCode: string) =>
  (await tryCall(CHECK, { sn, checkCode }, stranger, testContext())).code;

test("check codes that were registered with plain hashes get keyed ones, and are still right", async () => {
  expect(await hashes()).toEqual(FREE.map((serial) => digest(codeOf(serial))));
  expect(await check("BOX-0001", codeOf("BOX-0001")), "before the job").toBe("ok");
  await runScheduled(turn, env);
  const keyed = await hashes();
  for (const [place, serial] of FREE.entries()) {
    expect(keyed[place]).toMatch(/^h1\.[\w-]{43}$/);
    expect(keyed[place]).not.toContain(digest(codeOf(serial)));
    expect(await check(serial, codeOf(serial))).toBe("ok");
    expect(await check(serial, "WRONG-CODE")).toBe("invalid");
    // A reader of the hash cannot use it as a code.
    expect(await check(serial, keyed[place]?.slice(0, 32) ?? "")).toBe("invalid");
  }
  await runScheduled(turn, env);
  expect(await hashes(), "once").toEqual(keyed);
  expect(await check(...(Object.values(labelOf("BOX-0002")) as [string, string]))).toBe("ok");
});

test("many modules get keyed hashes in turns, and a turn without any reads nothing", async () => {
  await env.DB.prepare(
    "insert into modules (serial, secret_hash, check_hash, created_at) with recursive n(i) as (select 1 union all select i + 1 from n where i < 6000) select 'MANY-' || i, 's' || i, ?, 0 from n",
  )
    .bind(digest("A1B2-C3D4"))
    .run();
  const left = () =>
    env.DB.prepare("select count(*) n from modules where length(check_hash) = 43").first("n");
  await runScheduled(turn, env);
  expect(await left()).toBe(1_000);
  await runScheduled(turn, env);
  expect(await left()).toBe(0);
  const { meta } = await env.DB.prepare(
    "select serial, check_hash from modules where length(check_hash) = 43 limit 5000",
  ).all();
  expect(meta.rows_read).toBeLessThan(5);
});

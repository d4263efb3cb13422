import { env } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import { DAY_MS, HOUR_MS, SECOND_MS } from "#domain/units/durations.ts";
import type { Caller } from "#operations/context.ts";
import { getFleetOverview } from "#operations/fleet/overview.ts";
import { seedUsers } from "../support/seed-users.ts";
import { testContext } from "../support/test-context.ts";

const FIRST = 70_000;
const SITES = 1_000;
const STRANGER = "(select id from users where account = 'stranger@example.org')";

/** Reads the overview as the dashboard does; the call is served to pages only. */
async function read(siteIds: number[] | null = null) {
  const id = await env.DB.prepare(`select ${STRANGER} as id`).first<number>("id");
  const caller = {
    person: { id, type: 1, demo: false },
    token: siteIds === null ? null : { siteIds },
  };
  const checked = Promise.resolve({ caller });
  return getFleetOverview.perform({}, SIGNED_OUT, testContext(Date.now()), checked);
}

const SIGNED_OUT: Caller = { kind: "anonymous", endedElsewhere: false, address: "192.0.2.1" };

const run = (sql: string, ...values: unknown[]) =>
  env.DB.prepare(sql)
    .bind(...values)
    .run();

beforeAll(async () => {
  await seedUsers();
  await run(`delete from memberships where user_id = ${STRANGER}`);
  const now = Date.now();
  const day = Math.floor(now / DAY_MS);
  const list = JSON.stringify(Array.from({ length: SITES }, (_, place) => FIRST + place));
  await run(
    `insert into sites (id, name, creator_id, created_at, updated_at, online, since, status, alarm,
       solar, load, grid, metrics_at, solar_today, solar_day, time_zone, firmware)
     select value, 'Site ' || value, ${STRANGER}, 0, 0, value % 10 <> 0, iif(value % 20 = 0, null, ?2),
       case value % 10 when 0 then 'offline' when 1 then 'fault' else 'normal' end, 'none',
       1000, 400, iif(value % 2 = 0, 50, -150), ?2 - 1000, 2000, iif(value % 4 = 0, ?3 - 3, ?3), 'UTC',
       json_array(json_array('0033', 'dsp', iif(value % 5 = 0, '5.02', '5.01')))
     from json_each(?1)`,
    list,
    now,
    day,
  );
  await run(
    `insert into memberships (user_id, site_id, role, created_at) select ${STRANGER}, value, 1, 0 from json_each(?)`,
    list,
  );
});

test("the overview adds up a thousand sites, and leaves out what is not present", async () => {
  const begun = performance.now();
  const overview = await read();
  expect(performance.now() - begun).toBeLessThan(SECOND_MS);
  expect(overview).toMatchObject({
    sites: SITES,
    online: 900,
    power: { sites: 900, solar: 900_000, load: 360_000, gridImport: 20_000, gridExport: 75_000 },
    // A quarter of the sites has the production of an earlier day.
    solarToday: 750 * 2000,
    firmware: [
      { type: "0033", component: "dsp", version: "5.01", sites: 800 },
      { type: "0033", component: "dsp", version: "5.02", sites: 200 },
    ],
  });
  expect(overview.states.filter(({ sites }) => sites > 0)).toEqual(
    expect.arrayContaining([
      { status: "normal", sites: 800 },
      { status: "fault", sites: 100 },
      { status: "offline", sites: 100 },
    ]),
  );
  const { total, list } = overview.attention;
  expect([total, list.length, list.every(({ status }) => status === "fault")]).toEqual([
    // Half of the sites that are offline have never been connected.
    150,
    12,
    true,
  ]);
});

test("old values, deleted sites and ended memberships do not count, and a monitor sees no versions", async () => {
  await run("update sites set metrics_at = ? where id = ?", Date.now() - 2 * HOUR_MS, FIRST + 2);
  await run("update sites set deleted_at = 1 where id = ?", FIRST + 3);
  await run("update memberships set ends_at = 1 where site_id = ?", FIRST + 4);
  await run("update memberships set role = 3 where site_id = ?", FIRST + 6);
  const overview = await read();
  expect([overview.sites, overview.online, overview.power.sites]).toEqual([998, 898, 897]);
  const versions = overview.firmware.reduce((sum, { sites }) => sum + sites, 0);
  expect(versions).toBe(997);
  expect((await read([FIRST + 1, FIRST + 2, FIRST + 3])).sites).toBe(2);
});

test("a user without sites has an empty overview", async () => {
  await run(`update memberships set ends_at = 1 where user_id = ${STRANGER}`);
  const overview = await read();
  expect(overview).toMatchObject({
    sites: 0,
    solarToday: 0,
    firmware: [],
    attention: { total: 0 },
  });
});

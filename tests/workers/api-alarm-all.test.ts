import { env } from "cloudflare:workers";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { countUnacknowledged, listAlarmsOfUser } from "#database/alarms/alarms-of-user.ts";
import { writeAlarmEvents } from "#database/alarms/write-alarm-events.ts";
import { connect } from "#database/connect.ts";
import { siteAlarmEvent } from "#protocol/alarms.ts";
import { alarmEvent } from "../support/alarm-event.ts";
import { callAs, type DataOf, signIn } from "../support/call-api.ts";
import { countRows } from "../support/count-rows.ts";
import { ABSENT, ALPHA, BETA, database, FOREIGN, GAMMA, seedUsers } from "../support/seed-users.ts";

const PAGE = "/site/v2/alarm/all/page";
const ACKNOWLEDGE = "/site/v2/alarm/all/acknowledge";
const T0 = 1_790_000_000_000;

type Page = DataOf<typeof PAGE>;
let owner = "";

beforeAll(async () => {
  await seedUsers();
  owner = await signIn("owner");
});
beforeEach(async () => {
  await env.DB.exec("delete from site_alarms");
});

let sequence = 0;
async function store(siteId: number, logId: number, more: object = {}): Promise<void> {
  sequence += 1;
  const event = siteAlarmEvent.parse(alarmEvent(siteId, logId, sequence, more));
  await writeAlarmEvents(database, [event], T0);
}

async function readPage(token: string, input: object = {}): Promise<Page> {
  const { status, body } = await callAs(token, PAGE, input);
  expect(status).toBe(200);
  return body.data as Page;
}

const idsOf = ({ rows }: Page) => rows.map(({ site, logId }) => `${site.id}.${logId}`);

async function makeToken(input: object): Promise<string> {
  const wanted = { name: "Script", scope: "read", days: 30, ...input };
  const { body } = await callAs(owner, "/user/v2/token/add", wanted);
  return (body.data as { token: string }).token;
}

test("the most urgent alarm is first: open, level, unacknowledged, oldest", async () => {
  await store(ALPHA, 1, { level: "info", startTime: T0 });
  await store(BETA, 1, { level: "warning", startTime: T0 + 5 });
  await store(BETA, 2, { level: "fault", startTime: T0 + 5, acknowledgedAt: T0 + 9 });
  await store(GAMMA, 1, { level: "fault", startTime: T0 + 4 });
  await store(GAMMA, 2, { level: "fault", startTime: T0 + 3 });
  await store(ALPHA, 2, { level: "fault", startTime: T0, endTime: T0 + 20 });
  const page = await readPage(owner);
  expect(idsOf(page)).toEqual(["3.2", "3.1", "2.2", "2.1", "1.1", "1.2"]);
  expect(page).toMatchObject({
    total: 6,
    counts: { fault: 3, warning: 1, info: 1, unacknowledged: 4 },
  });
  expect(idsOf(await readPage(owner, { page: 2, size: 4 }))).toEqual(["1.1", "1.2"]);
});

test("a row has the fields of the log and its site, in the caller's language", async () => {
  await store(BETA, 3, { acknowledgedById: 1, acknowledgedAt: T0 + 1, value: 9.1 });
  const { rows } = await readPage(owner);
  expect(rows).toMatchObject([
    {
      logId: 3,
      ruleId: 1,
      description: "Battery voltage is below the limit",
      value: 9.1,
      limit: 9.5,
      endTime: null,
      acknowledged: { by: "The owner", at: T0 + 1 },
      site: { id: BETA, name: "Beta 100%_farm", timeZoneId: "Asia/Kathmandu" },
    },
  ]);
  expect(rows[0]).not.toHaveProperty("eventNo");
});

test("the demo account does not see who acknowledged an alarm", async () => {
  await store(ALPHA, 1, { acknowledgedById: 1, acknowledgedAt: T0 + 1, acknowledgedBy: "Ada" });
  const page = await readPage(await signIn("demo"));
  expect(page.rows).toMatchObject([{ acknowledged: { by: null, at: T0 + 1 } }]);
  expect(JSON.stringify(page)).not.toMatch(/The owner|Ada/);
});

test("filters apply to rows and total, and not to the counts", async () => {
  await store(ALPHA, 1, { level: "fault" });
  await store(BETA, 1, { level: "warning", source: "system detection", deviceName: "Inverter 7" });
  await store(BETA, 2, {
    ...{ level: "warning", acknowledgedAt: T0, endTime: T0 + 5 },
    deviceName: "Übergabe SÜD",
  });
  const counts = { fault: 1, warning: 1, info: 0, unacknowledged: 2 };
  for (const [filter, ids] of [
    [{ levels: ["warning"] }, ["2.1", "2.2"]],
    [{ open: true }, ["1.1", "2.1"]],
    [{ open: false }, ["2.2"]],
    [{ acknowledged: true }, ["2.2"]],
    [{ sources: ["system detection"] }, ["2.1"]],
    [{ search: "ALPHA" }, ["1.1"]],
    [{ search: "inverter 7" }, ["2.1"]],
    [{ search: "übergabe" }, ["2.2"]],
    [{ search: "ÜBERGABE" }, ["2.2"]],
    [{ search: "Süd" }, ["2.2"]],
    [{ search: "%" }, ["2.1", "2.2"]],
    [{ search: "nothing" }, []],
  ] as const) {
    const page = await readPage(owner, filter);
    expect([idsOf(page), page.total, page.counts], JSON.stringify(filter)).toEqual([
      ids,
      ids.length,
      counts,
    ]);
  }
});

test("a user sees the alarms of sites whose log they may view at this moment", async () => {
  await store(ALPHA, 1);
  await store(FOREIGN, 1);
  expect(idsOf(await readPage(await signIn("full")))).toEqual(["1.1"]);
  expect(idsOf(await readPage(await signIn("demo")))).toEqual(["1.1"]);
  expect(await readPage(await signIn("monitor"))).toMatchObject({ total: 0, counts: { fault: 0 } });
  expect(idsOf(await readPage(await signIn("stranger")))).toEqual(["4.1"]);
  const administrator = await signIn("administrator");
  const ofMember = "user_id = (select id from users where account = 'administrator@example.org')";
  expect(idsOf(await readPage(administrator))).toEqual(["1.1"]);
  await env.DB.exec(`update memberships set ends_at = 1 where ${ofMember} and site_id = ${ALPHA}`);
  expect(idsOf(await readPage(administrator))).toEqual([]);
  await env.DB.exec(`update memberships set ends_at = null where ${ofMember}`);
  await env.DB.exec(`update sites set deleted_at = 1 where id = ${ALPHA}`);
  expect(idsOf(await readPage(administrator))).toEqual([]);
  await env.DB.exec(`update sites set deleted_at = null where id = ${ALPHA}`);
});

test("a token for certain sites sees their alarms only", async () => {
  await store(ALPHA, 1);
  await store(BETA, 1);
  expect(idsOf(await readPage(await makeToken({ siteIds: [BETA] })))).toEqual(["2.1"]);
  expect(idsOf(await readPage(await makeToken({})))).toEqual(["1.1", "2.1"]);
});

test("acknowledging in bulk checks each site, and answers in the order of the alarms", async () => {
  const alarms = [FOREIGN, ALPHA, ABSENT].map((siteId) => ({ siteId, logId: 77 }));
  const { status, body } = await callAs(owner, ACKNOWLEDGE, { alarms });
  expect(status).toBe(200);
  expect(body.data).toEqual({
    results: [{ result: "notFound" }, { result: "notFound" }, { result: "notFound" }],
  });
  const monitor = await signIn("monitor");
  expect((await callAs(monitor, ACKNOWLEDGE, { alarms })).body.data).toEqual({
    results: [{ result: "notFound" }, { result: "forbidden" }, { result: "notFound" }],
  });
  for (const [name, code] of [
    ["demo", 403],
    ["full", 200],
  ] as const)
    expect((await callAs(await signIn(name), ACKNOWLEDGE, { alarms })).status, name).toBe(code);
  expect((await callAs(await makeToken({}), ACKNOWLEDGE, { alarms })).status).toBe(403);
  const control = await makeToken({ scope: "control", siteIds: [BETA] });
  expect((await callAs(control, ACKNOWLEDGE, { alarms })).body.data).toMatchObject({
    results: [{ result: "notFound" }, { result: "notFound" }, { result: "notFound" }],
  });
});

test("a bulk of none or more than a hundred alarms is refused", async () => {
  for (const length of [0, 101]) {
    const alarms = Array.from({ length }, () => ({ siteId: ALPHA, logId: 1 }));
    expect((await callAs(owner, ACKNOWLEDGE, { alarms })).status).toBe(422);
  }
});

test("a page reads the rows of the user's own sites, however many alarms there are elsewhere", async () => {
  await store(ALPHA, 1);
  await env.DB.exec(
    `with recursive n(i) as (values(1) union all select i + 1 from n where i < 2000) insert into site_alarms (site_id, log_id, sequence, key, episode, device_name, source, level, cause, start_time, date_time, is_retroactive, flaps) select ${FOREIGN}, i, 1, 'k', 1, 'd', 'user rule', 'fault', '{}', 0, 0, 0, 0 from n`,
  );
  const { database: counting, counted } = countRows();
  const scope = { userId: 1, siteIds: null, now: T0 };
  const { total } = await listAlarmsOfUser(connect(counting), scope, {}, { limit: 20, offset: 0 });
  expect(total).toBe(1);
  expect(counted.read).toBeLessThan(50);
});

test("the count of the menu has the unacknowledged open alarms of the caller's sites", async () => {
  await store(ALPHA, 1);
  await store(BETA, 1, { acknowledgedById: 1, acknowledgedAt: T0 });
  await store(BETA, 2, { endTime: T0 + 5 });
  await store(FOREIGN, 1);
  const scope = { userId: 1, siteIds: null, now: T0 };
  expect(await countUnacknowledged(database, scope)).toBe(1);
  expect(await countUnacknowledged(database, { ...scope, siteIds: [BETA] })).toBe(0);
  expect(await countUnacknowledged(database, { ...scope, userId: 9_999 })).toBe(0);
});

test("an installer's count reads each of 300 memberships once, and open alarms alone", async () => {
  const [installer, some, sites, alarms] = [9_000, 100_000, 300, 20];
  await env.DB.batch(
    [
      `insert into users (id, account, email, name, password_hash, created_at)
        values (${installer}, 'installer', '', 'Installer', '', 0)`,
      `with recursive n(i) as (values(1) union all select i + 1 from n where i < ${sites})
        insert into sites (id, name, sort_name, words, tags, creator_id, created_at, updated_at)
        select ${some} + i, 'Roof', 'roof', '[]', '[]', ${installer}, 0, 0 from n`,
      `insert into memberships (user_id, site_id, role, created_at)
        select ${installer}, id, 1, 0 from sites where id > ${some}`,
      `with recursive n(i) as (values(1) union all select i + 1 from n where i < ${alarms})
        insert into site_alarms (site_id, log_id, sequence, key, episode, device_name, source, level, cause, start_time,
          date_time, is_retroactive, flaps)
        select ${some} + i, 1, 1, 'k', 1, 'd', 'user rule', 'fault', '{}', 0, 0, 0, 0 from n`,
    ].map((one) => env.DB.prepare(one)),
  );
  const { database: counting, counted } = countRows();
  const scope = { userId: installer, siteIds: null, now: T0 };
  expect(await countUnacknowledged(connect(counting), scope)).toBe(alarms);
  expect(counted).toMatchObject({ statements: 1, written: 0 });
  expect(counted.read).toBeLessThan(2.5 * sites);
});

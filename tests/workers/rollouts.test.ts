import { env } from "cloudflare:workers";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { countSites } from "#database/rollouts/rollout-sites.ts";
import { HEALTH_MS } from "#domain/rollouts/limits.ts";
import { HOUR_MS, MINUTE_MS } from "#domain/units/durations.ts";
import { advanceRollouts } from "#operations/jobs/advance-rollouts.ts";
import { Fleet } from "../probes/rollouts/fleet.ts";
import { callAs, signIn } from "../support/call-api.ts";
import { database, PASSWORD, seedUsers } from "../support/seed-users.ts";
import { type TestContext, testContext } from "../support/test-context.ts";

const ADDRESS = "FFFF001000";
const confirm = { password: PASSWORD };
const FIRST = 10_000;
const SITES = 60;
const siteIds = Array.from({ length: SITES }, (_, place) => FIRST + place);

let context: TestContext;
let fleet: Fleet;
let owner = "";

beforeAll(async () => {
  await seedUsers();
  const users = "(select id from users where account = 'owner@example.org')";
  const list = JSON.stringify(siteIds);
  await env.DB.batch([
    env.DB.prepare(
      `insert into sites (id, name, creator_id, created_at, updated_at, online, status)
       select value, 'Site ' || value, ${users}, 0, 0, 1, 'normal' from json_each(?)`,
    ).bind(list),
    env.DB.prepare(
      `insert into memberships (user_id, site_id, role, created_at)
       select ${users}, value, 1, 0 from json_each(?)`,
    ).bind(list),
  ]);
});
beforeEach(async () => {
  await env.DB.exec("update rollout_sites set is_open = 0");
  await env.DB.exec("update rollouts set ended_at = 1 where ended_at is null");
  await env.DB.exec("update rollouts set started_at = null");
  await env.DB.exec(`update sites set online = 1, alarm = 'none' where id >= ${FIRST}`);
  fleet = new Fleet();
  const base = testContext(Date.now());
  context = { ...base, siteObject: (siteId) => fleet.site(siteId) };
  fleet.now = context.now;
  owner = await signIn("owner");
});

const task = { kind: "settings", items: [{ address: ADDRESS, value: 5 }] };
const call = (path: string, input: object, token = owner) =>
  callAs(token, `/site/v2/rollout/${path}`, input);

async function add(ids: readonly number[], more: object = {}): Promise<number> {
  const { status, body } = await call("add", { task, siteIds: ids, ...more });
  expect(status).toBe(200);
  return (body.data as { rolloutId: number }).rolloutId;
}

/** Time between two runs of the job here; it is a minute elsewhere. */
const TURN_MS = 5 * MINUTE_MS;

/** Runs the job until the rollout has ended. */
async function run(rolloutId: number, each: () => Promise<void> | void = () => undefined) {
  let most = 0;
  for (let turns = 0; turns < 300; turns++) {
    await advanceRollouts(context);
    const counts = await countSites(database, rolloutId);
    most = Math.max(most, counts.inProgress);
    await each();
    const row = await env.DB.prepare("select status, ended_at from rollouts where id = ?")
      .bind(rolloutId)
      .first<{ status: string; ended_at: number | null }>();
    if (row?.ended_at !== null || row?.status === "ready") return { ...counts, most, ...row };
    context.turn(TURN_MS);
  }
  throw new Error("it does not end");
}

async function approve(rolloutId: number): Promise<number> {
  await env.DB.exec("update users set type = 9 where account = 'stranger@example.org'");
  const { status } = await call("approve", { rolloutId, confirm }, await signIn("stranger"));
  await env.DB.exec("update users set type = 1 where account = 'stranger@example.org'");
  return status;
}

async function startLarge(more: object = {}): Promise<number> {
  const rolloutId = await add(siteIds, more);
  const { submissions } = fleet;
  expect((await run(rolloutId)).status).toBe("ready");
  expect(fleet.submissions).toBe(submissions);
  expect(await approve(rolloutId)).toBe(200);
  expect((await call("start", { rolloutId, confirm })).status).toBe(200);
  return rolloutId;
}

test("a rollout checks its sites, needs a second confirmation, and changes all in waves", async () => {
  const rolloutId = await add(siteIds);
  await run(rolloutId);
  const early = await call("start", { rolloutId, confirm });
  expect([early.status, fleet.submissions]).toEqual([409, 0]);
  // Neither the author nor a user without all of the sites confirms it.
  expect((await call("approve", { rolloutId, confirm })).status).toBe(403);
  expect((await call("approve", { rolloutId, confirm }, await signIn("full"))).status).toBe(404);
  expect(await approve(rolloutId)).toBe(200);
  expect((await call("start", { rolloutId, confirm })).status).toBe(200);
  const begun: number[] = [];
  const end = await run(rolloutId, () => void begun.push(fleet.touched.size));
  expect(end).toMatchObject({ status: "completed", succeeded: SITES, failed: 0, pending: 0 });
  expect(end.most).toBeLessThanOrEqual(20);
  // The canary, 5 %, 25 % and all of them; each wave waits for the health of the one before.
  expect([...new Set(begun)].slice(0, 3)).toEqual([1, 3, 15]);
  const turns = HEALTH_MS / TURN_MS;
  expect(begun.filter((count) => count === 1).length).toBeGreaterThanOrEqual(turns);
  expect(fleet.submissions).toBe(SITES);
});

test("a canary without a response, and one that becomes unhealthy, stop it", async () => {
  fleet.isSilent = (siteId) => siteId === FIRST;
  const silent = await run(await startLarge());
  expect(silent).toMatchObject({ status: "stopped", failed: 1, pending: SITES - 1 });
  expect(fleet.touched.size).toBe(1);
  fleet.isSilent = () => false;
  const rolloutId = await startLarge();
  const sick = await run(rolloutId, async () => {
    await env.DB.exec(`update sites set online = 0 where id = ${FIRST}`);
  });
  expect(sick).toMatchObject({ status: "stopped", failed: 1, pending: SITES - 1 });
});

test("a tenth of failures stops it, and no site is touched after a stop", async () => {
  fleet.fails = (siteId) => siteId % 10 === 9;
  const end = await run(await startLarge());
  expect(end.status).toBe("stopped");
  expect(end.pending).toBeGreaterThan(20);
  expect(end.inProgress).toBe(0);
  expect(fleet.touched.size).toBe(SITES - end.pending);
});

test("a user's stop in the middle of a wave lets the sites in progress end", async () => {
  const rolloutId = await startLarge();
  let touched = 0;
  const end = await run(rolloutId, async () => {
    if (fleet.touched.size < 25 || touched > 0) return;
    touched = fleet.touched.size;
    expect((await call("stop", { rolloutId })).status).toBe(200);
  });
  expect(end).toMatchObject({ status: "stopped", inProgress: 0, succeeded: touched });
  expect(fleet.touched.size).toBe(touched);
  expect((await call("stop", { rolloutId })).status).toBe(409);
});

test("a killed step is repeated with the same id, and changes the site once", async () => {
  const rolloutId = await add(siteIds.slice(0, 3));
  await run(rolloutId);
  expect((await call("start", { rolloutId, confirm })).status).toBe(200);
  fleet.afterSubmit = () => {
    throw new Error("killed");
  };
  await advanceRollouts(context);
  fleet.afterSubmit = () => undefined;
  expect(fleet.submissions).toBe(1);
  context.turn(MINUTE_MS);
  const end = await run(rolloutId);
  expect(end).toMatchObject({ status: "completed", succeeded: 3 });
  expect(fleet.submissions).toBe(3);
});

test("a second confirmation is listed for those who may make it, and a start at once does not pass it", async () => {
  const rolloutId = await add(siteIds);
  await run(rolloutId);
  const listed = async (account: string) => {
    const { body } = await call("list", {}, await signIn(account));
    const { list, waiting } = body.data as Record<"list" | "waiting", { rolloutId: number }[]>;
    return [list, waiting].map((rows) => rows.some((row) => row.rolloutId === rolloutId));
  };
  expect(await listed("owner")).toEqual([true, false]);
  expect(await listed("stranger")).toEqual([false, false]);
  const stranger = "(select id from users where account = 'stranger@example.org')";
  await env.DB.prepare(
    `insert into memberships (user_id, site_id, role, created_at)
     select ${stranger}, value, 1, 0 from json_each(?)`,
  )
    .bind(JSON.stringify(siteIds.slice(1)))
    .run();
  expect(await listed("stranger")).toEqual([false, false]);
  await env.DB.exec(
    `insert into memberships (user_id, site_id, role, created_at) values (${stranger}, ${FIRST}, 1, 0)`,
  );
  expect(await listed("stranger")).toEqual([false, true]);
  const session = await signIn("stranger");
  expect((await call("approve", { rolloutId, confirm }, session)).status).toBe(200);
  expect(await listed("stranger")).toEqual([false, false]);
  await env.DB.exec(`delete from memberships where user_id = ${stranger} and site_id >= ${FIRST}`);
});

test("small rollouts that start at once do not pass the limit of a user together", async () => {
  const ids: number[] = [];
  for (const from of [0, 15, 30]) {
    const rolloutId = await add(siteIds.slice(from, from + 15));
    await run(rolloutId);
    ids.push(rolloutId);
  }
  const answers = await Promise.all(ids.map((rolloutId) => call("start", { rolloutId, confirm })));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
});

test("a site that was unhealthy for a moment fails, and so does one whose device puts the value back", async () => {
  const moment = await add(siteIds.slice(0, 2));
  await run(moment);
  await call("start", { rolloutId: moment, confirm });
  let turns = 0;
  const sick = await run(moment, async () => {
    turns += 1;
    const alarm = turns === 3 ? "fault" : "none";
    await env.DB.exec(`update sites set alarm = '${alarm}' where id = ${FIRST}`);
  });
  expect(sick).toMatchObject({ status: "stopped", failed: 1, pending: 1 });
  fleet.putsBack = (siteId) => siteId === FIRST;
  const rolloutId = await add(siteIds.slice(0, 2));
  await run(rolloutId);
  await call("start", { rolloutId, confirm });
  expect(await run(rolloutId)).toMatchObject({ status: "stopped", failed: 1, pending: 1 });
});

test("a site that went offline before its turn fails untouched", async () => {
  const rolloutId = await add(siteIds.slice(0, 2));
  await run(rolloutId);
  await env.DB.exec(`update sites set online = 0 where id = ${FIRST}`);
  await call("start", { rolloutId, confirm });
  expect(await run(rolloutId)).toMatchObject({ status: "stopped", failed: 1, pending: 1 });
  expect(fleet.touched.size).toBe(0);
});

test("a checked rollout that is not started within a day ends, and its sites may join others", async () => {
  const rolloutId = await add(siteIds.slice(0, 2));
  await run(rolloutId);
  context.turn(25 * HOUR_MS);
  await advanceRollouts(context);
  expect(await run(rolloutId)).toMatchObject({ status: "stopped", pending: 2 });
  await add(siteIds.slice(0, 2));
});

test("sites are listed by state, and without a name for a caller whose access ended", async () => {
  const rolloutId = await add(siteIds.slice(0, 2));
  await run(rolloutId);
  const get = async (more: object = {}) =>
    (await call("get", { rolloutId, ...more })).body.data as {
      list: { name: string; key: string | null }[];
    };
  expect((await get()).list).toMatchObject([{ name: `Site ${FIRST}` }, {}]);
  expect((await get({ states: ["failed"] })).list).toEqual([]);
  await env.DB.exec(`update memberships set ends_at = 1 where site_id = ${FIRST}`);
  const [gone, kept] = (await get({ states: ["pending"] })).list;
  await env.DB.exec("update memberships set ends_at = null");
  expect([gone?.name, gone?.key]).toEqual(["", null]);
  expect(kept?.key).toEqual(expect.any(String));
});

test("what a rollout brings is named, and the state of each site is one digit in its order", async () => {
  const named = [
    { address: "0033111004", value: 50 },
    { address: "0033117FFF", value: 5 },
  ];
  const rolloutId = await add(siteIds.slice(0, 3), { task: { ...task, items: named } });
  fleet.refuses = (siteId) => siteId === FIRST + 1;
  await run(rolloutId);
  const { body } = await call("get", { rolloutId, size: 1 });
  expect(body.data).toMatchObject({
    settings: [
      { name: "displayBrightness", unit: "%", value: 50 },
      { name: null, register: "7FFF" },
    ],
    releases: [],
    states: "121",
  });
  const listed = (await call("list", { size: 1 })).body.data as { list: object[] };
  expect(listed.list).toMatchObject([{ rolloutId, settings: [{ name: "displayBrightness" }, {}] }]);
});

test("sites that cannot take part are listed with the reason, and those of others are not", async () => {
  await add([FIRST]);
  await env.DB.exec(`update sites set online = 0 where id = ${FIRST + 1}`);
  await env.DB.exec(`update sites set alarm = 'fault' where id = ${FIRST + 2}`);
  await env.DB.exec(`update memberships set role = 3 where site_id = ${FIRST + 3}`);
  const listed = async (input: object, token = owner) => {
    const { body } = await call("listSites", { kind: "settings", ...input }, token);
    return body.data as { total: number; list: { siteId: number; reason: string | null }[] };
  };
  const { total, list } = await listed({});
  await env.DB.exec(`update memberships set role = 1 where site_id = ${FIRST + 3}`);
  expect(total).toBeGreaterThanOrEqual(SITES);
  const reasons = new Map(list.map(({ siteId, reason }) => [siteId, reason]));
  expect(siteIds.slice(0, 5).map((id) => reasons.get(id))).toEqual([
    "inRollout",
    "offline",
    "unhealthy",
    "forbidden",
    null,
  ]);
  const foreign = await listed({}, await signIn("stranger"));
  expect(foreign.list.filter(({ siteId }) => siteIds.includes(siteId))).toEqual([]);
});

test("dangerous settings need the second confirmation at one site, too", async () => {
  fleet.dangers = ["grid"];
  const rolloutId = await add(siteIds.slice(0, 1));
  await run(rolloutId);
  const { status, body } = await call("start", { rolloutId, confirm });
  expect([status, (body.data as { needsApproval: boolean }).needsApproval]).toEqual([409, true]);
});

test("several small rollouts within ten minutes need the second confirmation, too", async () => {
  const statuses: number[] = [];
  for (const from of [0, 15]) {
    const rolloutId = await add(siteIds.slice(from, from + 15));
    await run(rolloutId);
    statuses.push((await call("start", { rolloutId, confirm })).status);
  }
  expect(statuses).toEqual([200, 409]);
});

test("a site is in one open rollout at most, and foreign sites in none", async () => {
  await add(siteIds.slice(0, 2));
  const second = await call("add", { task, siteIds: siteIds.slice(1, 3) });
  expect(second.status).toBe(409);
  expect(second.body.data).toEqual({ siteIds: [siteIds[1]] });
  const foreign = await call("add", { task, siteIds: [4] });
  const absent = await call("add", { task, siteIds: [999_999] });
  expect([foreign.status, absent.status]).toEqual([404, 404]);
  expect(foreign.body).toEqual(absent.body);
  // Full function may configure; a monitor may not.
  expect((await call("add", { task, siteIds: [1] }, await signIn("monitor"))).status).toBe(404);
});

test("access that ended after the start leaves the remaining sites out", async () => {
  const rolloutId = await add(siteIds.slice(0, 4));
  await run(rolloutId);
  expect((await call("start", { rolloutId, confirm })).status).toBe(200);
  await env.DB.exec(`update memberships set ends_at = 1 where site_id > ${FIRST + 1}`);
  const end = await run(rolloutId);
  await env.DB.exec("update memberships set ends_at = null");
  expect(end).toMatchObject({ status: "completed", succeeded: 2, skipped: 2 });
  expect(fleet.touched.size).toBe(2);
});

test("an ended rollout is undone with the values before it", async () => {
  const rolloutId = await add(siteIds.slice(0, 3));
  await run(rolloutId);
  await call("start", { rolloutId, confirm });
  await run(rolloutId);
  expect([...fleet.values.values()]).toEqual([5, 5, 5]);
  context.turn(20 * MINUTE_MS);
  const undone = await call("undo", { rolloutId });
  expect(undone.status).toBe(200);
  const { rolloutId: undoId } = undone.body.data as { rolloutId: number };
  await run(undoId);
  expect((await call("start", { rolloutId: undoId, confirm })).status).toBe(200);
  expect(await run(undoId)).toMatchObject({ status: "completed", succeeded: 3 });
  expect([...fleet.values.values()]).toEqual([1, 1, 1]);
});

test("a plan without a threshold, or with 0, is refused, and one that was stored begins nothing", async () => {
  const plan = { canary: 1, healthMs: 1, waves: [100], maxInProgress: 5, maxFailedPercent: 5 };
  for (const wrong of [plan, { ...plan, minEnded: 0 }, { ...plan, minEnded: 10, waves: [50] }])
    expect((await call("add", { task, siteIds: siteIds.slice(0, 2), plan: wrong })).status).toBe(
      422,
    );
  const rolloutId = await add(siteIds.slice(0, 2));
  await run(rolloutId);
  await call("start", { rolloutId, confirm });
  await env.DB.prepare("update rollouts set plan = '{}' where id = ?").bind(rolloutId).run();
  expect(await run(rolloutId)).toMatchObject({ status: "stopped", pending: 2 });
  expect(fleet.submissions).toBe(0);
});

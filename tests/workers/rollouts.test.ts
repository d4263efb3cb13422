import { env } from "cloudflare:workers";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { countSites } from "#database/rollouts/rollout-sites.ts";
import { HEALTH_MS } from "#domain/rollouts/rollout-plan.ts";
import type { ChangeRecord, ChangeRequest } from "#domain/settings/change.ts";
import { MINUTE_MS } from "#domain/units/durations.ts";
import type { Context } from "#operations/context.ts";
import { advanceRollouts } from "#operations/jobs/advance-rollouts.ts";
import type { SiteRpc } from "#protocol/site-rpc.ts";
import { callAs, signIn } from "../support/call-api.ts";
import { database, PASSWORD, seedUsers } from "../support/seed-users.ts";
import { type TestContext, testContext } from "../support/test-context.ts";

const ADDRESS = "FFFF001000";
const confirm = { password: PASSWORD };
const FIRST = 10_000;
const SITES = 60;
const siteIds = Array.from({ length: SITES }, (_, place) => FIRST + place);

type Change = { request: ChangeRequest; until: number };
/** Sites as their objects answer: each takes two minutes for a change. */
class Fleet {
  readonly changes = new Map<string, Change>();
  readonly touched = new Set<number>();
  readonly values = new Map<number, number>();
  dangers: string[] = [];
  fails = (_siteId: number): boolean => false;
  isSilent = (_siteId: number): boolean => false;
  submissions = 0;
  now = () => 0;

  site(siteId: number): SiteRpc {
    const find = (changeId: string) => this.changes.get(`${siteId} ${changeId}`);
    const record = (change: Change): ChangeRecord => {
      const isOver = this.now() >= change.until;
      const result = this.fails(siteId) ? "failed" : "success";
      const [item] = change.request.items;
      return {
        ...{ changeId: change.request.changeId, state: isOver ? "ended" : "sent" },
        ...(isOver && { result }),
        items: [{ ...item, from: 1, result }],
      } as unknown as ChangeRecord;
    };
    const answer = {
      checkChange: async () => ({ refusals: [], dangers: this.dangers }),
      readSettings: async () => ({ isOnline: true }),
      readChanges: async ({ changeId = "" }) => {
        const change = find(changeId);
        return { total: 0, faults: 0, changes: change === undefined ? [] : [record(change)] };
      },
      submitChange: async (request: ChangeRequest) => {
        this.submissions += 1;
        this.touched.add(siteId);
        if (this.isSilent(siteId)) throw new Error("no answer");
        const change = { request, until: this.now() + 2 * MINUTE_MS };
        this.changes.set(`${siteId} ${request.changeId}`, change);
        this.values.set(siteId, Number(request.items[0]?.value));
        return { ok: true, change: record(change) };
      },
    };
    return answer as unknown as SiteRpc;
  }
}

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
  const healthy = context;
  const killed: Context = {
    ...healthy,
    siteObject: (siteId) => ({
      ...fleet.site(siteId),
      submitChange: async (request, author) => {
        await fleet.site(siteId).submitChange(request, author);
        throw new Error("killed");
      },
    }),
  };
  await advanceRollouts(killed);
  expect(fleet.submissions).toBe(1);
  context.turn(MINUTE_MS);
  const end = await run(rolloutId);
  expect(end).toMatchObject({ status: "completed", succeeded: 3 });
  expect(fleet.submissions).toBe(3);
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

import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { deleteOldNotices } from "#database/notifications/old-notices.ts";
import { HOUR_MS, MINUTE_MS } from "#domain/units/durations.ts";
import { NoticeWorld, receiveAlarms as receive, restoreNotices } from "../support/notice-world.ts";
import { ALPHA, BETA } from "../support/seed-users.ts";
import { testContext } from "../support/test-context.ts";

const NOON = Date.UTC(2026, 10, 24, 12);
let context = testContext(NOON);
let world = new NoticeWorld(context);

beforeEach(async () => {
  context = testContext(NOON);
  world = new NoticeWorld(context);
  await restoreNotices();
});

const to = async (name?: string) => (await world.mails(name)).map(({ template }) => template);

async function stop(siteIds: readonly number[], since: number): Promise<void> {
  for (const id of siteIds)
    await env.DB.prepare("update sites set online = 0, since = ? where id = ?")
      .bind(since, id)
      .run();
}

/** Adds sites of the owner, all of whose alarms the owner receives. */
async function addSites(count: number): Promise<number[]> {
  const ids = Array.from({ length: count }, (_, index) => 1_000 + index);
  for (const id of ids)
    await env.DB.batch([
      env.DB.prepare(
        "insert or ignore into sites (id, name, creator_id, created_at, updated_at, online, since) values (?1, 'Site ' || ?1, 1, 0, 0, 1, 0)",
      ).bind(id),
      env.DB.prepare(
        "insert or replace into memberships (user_id, site_id, role, receives_alarms, created_at) values (1, ?1, 1, 1, 0)",
      ).bind(id),
      env.DB.prepare("update sites set online = 1, since = 0 where id = ?1").bind(id),
    ]);
  return ids;
}

test("offline notices of a mass outage are held, and only sites that stay offline are notified", async () => {
  const ids = await addSites(30);
  const startTime = NOON - 10 * MINUTE_MS;
  const cause = { kind: "platform", condition: "loggerOffline" };
  const offline = { cause, startTime, source: "platform rule" } as const;
  await stop(ids, startTime);
  for (const id of ids) await world.write(world.event(id, 1, "start", offline));
  await world.pass(5 * MINUTE_MS, MINUTE_MS);
  expect(await to()).toEqual([]);
  const back = ids.slice(3);
  for (const id of back)
    await world.write(world.event(id, 1, "end", { ...offline, endTime: world.now }));
  await world.pass(HOUR_MS / 2, MINUTE_MS);
  const [mail, ...others] = await world.mails();
  expect(mail).toMatchObject({ template: "alarmOutage", values: { count: 3, siteCount: 3 } });
  expect(others.flatMap(({ values }) => values.alarms.map(({ state }) => state))).not.toContain(
    "ended",
  );
});

test("a site that joins an outage late has ten minutes of its own, and all that stay offline are one message", async () => {
  const ids = await addSites(30);
  const [early, late] = [ids.slice(0, 25), ids.slice(25)];
  const cause = { kind: "platform", condition: "loggerOffline" };
  const startTime = NOON - 10 * MINUTE_MS;
  const offline = { cause, startTime, source: "platform rule" } as const;
  await stop(early, startTime);
  await stop(late, startTime + 4 * MINUTE_MS);
  for (const id of early) await world.write(world.event(id, 1, "start", offline));
  await world.pass(4 * MINUTE_MS, MINUTE_MS);
  for (const id of late) await world.write(world.event(id, 1, "start", offline));
  // All but two of each return, the late ones nine minutes after their notices.
  for (const id of early.slice(2))
    await world.write(world.event(id, 1, "end", { ...offline, endTime: world.now }));
  await world.pass(9 * MINUTE_MS, MINUTE_MS);
  expect(await world.mails()).toEqual([]);
  for (const id of late.slice(2))
    await world.write(world.event(id, 1, "end", { ...offline, endTime: world.now }));
  await world.pass(HOUR_MS / 2, MINUTE_MS);
  const [mail, ...others] = await world.mails();
  expect(mail).toMatchObject({ template: "alarmOutage", values: { count: 4, siteCount: 4 } });
  // The late notices are first planned a minute after they were written.
  expect((Number(mail?.at) - NOON) / MINUTE_MS).toBe(15);
  expect(others.map(({ template }) => template)).not.toContain("alarmOutage");
  const kinds = others.flatMap(({ values }) => values.alarms.map(({ state }) => state));
  expect(kinds).not.toContain("ended");
});

test("what outlasts the hold is in the digest of the night, also if it ended before the morning", async () => {
  const ids = await addSites(30);
  const quietHours = { from: "12:00", to: "20:00", weekdays: [1, 2, 3, 4, 5, 6, 7] };
  await env.DB.prepare("insert or replace into notification_preferences values (1, ?)")
    .bind(JSON.stringify({ quietHours, timeZone: "UTC" }))
    .run();
  const cause = { kind: "platform", condition: "loggerOffline" };
  const startTime = NOON - 10 * MINUTE_MS;
  const offline = { cause, startTime, source: "platform rule", level: "warning" } as const;
  await stop(ids, startTime);
  for (const id of ids) await world.write(world.event(id, 1, "start", offline));
  await world.pass(5 * MINUTE_MS, MINUTE_MS);
  for (const id of ids.slice(3))
    await world.write(world.event(id, 1, "end", { ...offline, endTime: world.now }));
  await world.pass(3 * HOUR_MS, 15 * MINUTE_MS);
  for (const id of ids.slice(0, 3))
    await world.write(world.event(id, 1, "end", { ...offline, endTime: world.now }));
  await world.pass(6 * HOUR_MS, 15 * MINUTE_MS);
  const [digest, ...others] = await world.mails();
  expect(others).toEqual([]);
  expect(digest).toMatchObject({ template: "alarmDigest", values: { count: 3, siteCount: 3 } });
});

test("fewer sites that stop at once are notified without a hold", async () => {
  const ids = await addSites(15);
  const startTime = NOON - 10 * MINUTE_MS;
  const cause = { kind: "platform", condition: "loggerOffline" };
  await stop(ids, startTime);
  for (const id of ids) await world.write(world.event(id, 1, "start", { cause, startTime }));
  await world.passGroup();
  expect(await to()).toEqual(["alarmStarted"]);
});

test("old notices are deleted, except those of an open alarm", async () => {
  await receive("owner");
  await world.write(world.event(ALPHA, 1, "start"), world.event(ALPHA, 2, "start"));
  await world.passGroup();
  await world.write(world.event(ALPHA, 1, "end", { endTime: world.now, reason: "recovered" }));
  const kept = async () =>
    (await env.DB.prepare("select log_id from notices order by id").all()).results;
  await deleteOldNotices(context.database, world.now + 30 * 24 * HOUR_MS);
  expect(await kept()).toHaveLength(3);
  await deleteOldNotices(context.database, world.now + 40 * 24 * HOUR_MS);
  expect(await kept()).toEqual([{ log_id: 2 }]);
});

test("a summary reaches a user who wants only the most severe level of its alarms", async () => {
  await receive("owner");
  await env.DB.prepare(
    `insert or replace into notification_preferences select id, '{"level":"fault"}' from users where account = 'owner@example.org'`,
  ).run();
  const summary = { offlineFrom: NOON - 8 * HOUR_MS, offlineTo: NOON, raised: 2, stillOpen: 1 };
  const open = { startTime: NOON - 5 * HOUR_MS, level: "warning" as const };
  await world.write(world.event(ALPHA, 1, "summary", open, { summary }));
  await world.passGroup();
  expect(await world.mails()).toEqual([]);
  await world.write(
    world.event(ALPHA, 2, "summary", open, { summary: { ...summary, level: "fault" } }),
  );
  await world.passGroup();
  expect(await to()).toEqual(["alarmSummary"]);
});

test("a summary after a backlog is one e-mail, and the end of an alarm in it goes to its recipients", async () => {
  await receive("owner");
  const offline = { offlineFrom: NOON - 8 * HOUR_MS, offlineTo: NOON };
  const summary = { ...offline, raised: 4, stillOpen: 2, logIds: [2, 1, 3] };
  const early = { startTime: NOON - 5 * HOUR_MS };
  const over = { ...early, endTime: NOON - 4 * HOUR_MS, level: "warning" } as const;
  await world.write(world.event(ALPHA, 1, null, early), world.event(ALPHA, 2, null, early));
  await world.write(world.event(ALPHA, 3, null, over), world.event(ALPHA, 4, null, over));
  await world.write(world.event(ALPHA, 1, "summary", early, { summary, emailInterval: 1 }));
  await world.passGroup();
  const [mail, ...others] = await world.mails();
  expect(others).toEqual([]);
  expect(mail).toMatchObject({
    template: "alarmSummary",
    values: { count: 1, alarms: [], summaries: [{ raised: 4, stillOpen: 2 }] },
  });
  const described = { description: expect.stringMatching(/^Battery voltage .* · Battery$/) };
  expect(mail?.values.summaries[0]?.alarms).toMatchObject([
    { ...described, levelName: "Fault", endedAt: null },
    { ...described, levelName: "Fault", endedAt: null },
    { ...described, levelName: "Warning", endedAt: expect.stringContaining("09:00") },
  ]);
  const ended = { ...early, endTime: world.now, reason: "recovered" };
  await world.write(world.event(ALPHA, 2, "end", ended, { emailInterval: 1 }));
  await world.write(world.event(BETA, 2, "end", ended));
  await world.passGroup();
  expect(await to()).toEqual(["alarmSummary", "alarmEnded"]);
});

test("the message about a cause names the active alarms that it suppresses, the most severe first", async () => {
  await receive("owner");
  const cause = { kind: "platform", condition: "loggerOffline" };
  const key = "platform/loggerOffline";
  const offline = { key, cause, deviceName: "", source: "platform rule" } as const;
  await world.write(world.event(ALPHA, 1, "start", offline), world.event(BETA, 1, "start"));
  const inhibited = (logId: number, more: object) =>
    world.event(ALPHA, logId, null, { inhibitedBy: key, level: "warning", ...more });
  await world.write(...[2, 3, 4, 5, 6].map((logId) => inhibited(logId, {})));
  await world.write(
    inhibited(7, { level: "fault", deviceName: "Inverter" }),
    inhibited(8, { endTime: NOON, reason: "recovered" }),
    inhibited(9, { isHidden: true, endTime: NOON }),
    world.event(ALPHA, 10, null, { inhibitedBy: "night" }),
    world.event(BETA, 2, null, { inhibitedBy: key }),
  );
  await world.passGroup();
  const [mail] = await world.mails();
  const [first, second] = mail?.values.alarms ?? [];
  expect(first?.suppressed?.number).toBe(6);
  expect(first?.suppressed?.alarms).toHaveLength(5);
  expect(first?.suppressed?.alarms[0]).toMatch(/^Battery voltage .* · Inverter$/);
  expect(second).not.toHaveProperty("suppressed");
});

import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { HOUR_MS, MINUTE_MS, SECOND_MS } from "#domain/units/durations.ts";
import { NoticeWorld, receiveAlarms as receive, restoreNotices } from "../support/notice-world.ts";
import { ALPHA, BETA, GAMMA } from "../support/seed-users.ts";
import { testContext } from "../support/test-context.ts";

/** Noon in UTC, 13:00 in Berlin. */
const NOON = Date.UTC(2026, 10, 24, 12);
let context = testContext(NOON);
let world = new NoticeWorld(context);

async function prefer(name: string, preferences: object): Promise<void> {
  await env.DB.prepare(
    "insert or replace into notification_preferences select id, ? from users where account = ?",
  )
    .bind(JSON.stringify(preferences), `${name}@example.org`)
    .run();
}

beforeEach(async () => {
  context = testContext(NOON);
  world = new NoticeWorld(context);
  await restoreNotices();
});

const to = async (name?: string) => (await world.mails(name)).map(({ template }) => template);

test("each recipient gets one e-mail a minute after the alarm, and the event again causes none", async () => {
  await receive("owner", "full", "demo");
  const event = world.event(ALPHA, 1, "start");
  await world.write(event);
  await world.write(event);
  await world.pass(59 * SECOND_MS, SECOND_MS);
  expect(await to()).toEqual([]);
  await world.pass(SECOND_MS);
  const mails = await world.mails();
  expect(mails.map(({ recipient }) => recipient).sort()).toEqual([
    "full@example.org",
    "owner@example.org",
  ]);
  const [alarm] = mails[0]?.values.alarms ?? [];
  expect(alarm).toMatchObject({
    site: "Alpha roof",
    device: "Battery",
    state: "started",
    measured: "9.1 V",
    limit: "9.5 V",
    startedAt: "November 24, 2026, 12:59",
  });
  await world.write(event);
  await world.pass(5 * MINUTE_MS);
  expect(await to("owner")).toHaveLength(1);
});

test("notifications of several sites of a user within a minute are one e-mail", async () => {
  await receive("owner");
  await world.write(world.event(ALPHA, 1, "start"), world.event(ALPHA, 2, "start"));
  await world.pass(30 * SECOND_MS);
  await world.write(world.event(BETA, 1, "start"));
  await world.pass(30 * SECOND_MS);
  const [mail, ...others] = await world.mails();
  expect(others).toEqual([]);
  expect(mail?.values).toMatchObject({ count: 3, siteCount: 2 });
});

test("after that, a user gets at most one e-mail about a site per interval", async () => {
  await receive("owner");
  const warning = { level: "warning" } as const;
  for (let minute = 0; minute < 65; minute++) {
    await world.write(world.event(ALPHA, minute + 1, "start", warning, { emailInterval: 20 }));
    await world.pass(MINUTE_MS);
  }
  const at = (await world.mails()).map(({ at }) => (at - NOON) / MINUTE_MS);
  expect(at).toEqual([1, 21, 41, 61]);
});

test("the end goes to those who were notified of the start, in the same thread", async () => {
  await receive("owner");
  await world.write(world.event(ALPHA, 1, "start", {}, { emailInterval: 1 }));
  await world.passGroup();
  await receive("full");
  await env.DB.exec("update memberships set receives_alarms = 0 where user_id = 1");
  const endTime = world.now;
  await world.write(world.event(ALPHA, 1, "end", { endTime, reason: "recovered" }));
  await world.pass(40 * MINUTE_MS);
  const [start, end, ...others] = await world.mails();
  expect(others).toEqual([]);
  expect(start?.recipient).toBe("owner@example.org");
  expect(end).toMatchObject({ recipient: "owner@example.org", template: "alarmEnded" });
  expect(end?.values.references).toEqual([start?.messageId]);
  expect(end?.values.alarms[0]).toMatchObject({ acknowledge: null, snooze: null });
});

test("an end that arrives before its start is delivered with it", async () => {
  await receive("owner");
  const start = world.event(ALPHA, 1, "start");
  const end = world.event(ALPHA, 1, "end", { endTime: NOON, reason: "recovered" });
  await world.write(end, end);
  await world.write(start);
  await world.passGroup();
  const [mail, ...others] = await world.mails();
  expect(others).toEqual([]);
  expect(mail?.values.alarms).toMatchObject([{ state: "ended" }]);
});

test("the switch of the site, that of the user and the least level all have effect", async () => {
  await receive("owner", "administrator", "full", "monitor");
  await env.DB.exec("update users set alarm_mails = 0 where account = 'owner@example.org'");
  await prefer("administrator", { level: "fault" });
  await prefer("full", { mail: false });
  await world.write(world.event(ALPHA, 1, "start", { level: "warning" }));
  await world.passGroup();
  expect((await world.mails()).map(({ recipient }) => recipient)).toEqual(["monitor@example.org"]);
});

test("a recipient who loses access before the e-mail is formed gets none", async () => {
  await receive("owner", "full", "monitor");
  await world.write(world.event(ALPHA, 1, "start"));
  const removed = await env.DB.prepare(
    "delete from memberships where user_id = 3 returning *",
  ).all();
  await env.DB.prepare("update memberships set ends_at = ? where user_id = 4").bind(NOON).run();
  await world.passGroup();
  for (const row of removed.results)
    await env.DB.prepare("insert into memberships values (?, ?, ?, ?, ?, ?)")
      .bind(...Object.values(row))
      .run();
  expect((await world.mails()).map(({ recipient }) => recipient)).toEqual(["owner@example.org"]);
});

test("a fault is repeated once per interval, at most six times, until it is acknowledged", async () => {
  await receive("owner");
  await world.write(world.event(ALPHA, 1, "start", {}, { emailInterval: 10 }));
  await world.pass(3 * HOUR_MS, MINUTE_MS);
  const at = (await world.mails()).map(({ at }) => (at - NOON) / MINUTE_MS);
  expect(at).toEqual([1, 11, 21, 31, 41, 51, 61]);
  expect((await world.mails()).at(-1)?.values.alarms[0]?.state).toBe("active");
  await world.write(world.event(BETA, 1, "start", {}, { emailInterval: 10 }));
  await world.pass(12 * MINUTE_MS, MINUTE_MS);
  await world.write(world.event(BETA, 1, null, { acknowledgedAt: world.now }));
  await world.pass(HOUR_MS, MINUTE_MS);
  expect(await to()).toHaveLength(9);
});

test("a snoozed alarm is neither repeated nor escalated, and continues afterwards", async () => {
  await receive("owner");
  await world.write(world.event(ALPHA, 1, "start", {}, { emailInterval: 10 }));
  await world.passGroup();
  await world.write(world.event(ALPHA, 1, null, { snoozedUntil: NOON + 2 * HOUR_MS }));
  await world.pass(2 * HOUR_MS - 2 * MINUTE_MS, MINUTE_MS);
  expect(await to()).toHaveLength(1);
  await world.pass(5 * MINUTE_MS, MINUTE_MS);
  expect(await to()).toHaveLength(2);
});

test("an alarm that is not acknowledged goes to the users of the next step, once each", async () => {
  await receive("owner");
  await env.DB.prepare("insert into escalations values (?, ?)")
    .bind(
      ALPHA,
      JSON.stringify([
        { afterMinutes: 5, userIds: [3, 5] },
        { afterMinutes: 15, userIds: [4] },
      ]),
    )
    .run();
  await world.write(world.event(ALPHA, 1, "start", { level: "warning" }));
  await world.pass(HOUR_MS, MINUTE_MS);
  const escalated = (await world.mails()).filter(({ template }) => template === "alarmEscalated");
  // The stranger is no member of the site.
  expect(escalated.map(({ recipient, at }) => [recipient, (at - NOON) / MINUTE_MS])).toEqual([
    ["full@example.org", 5],
    ["monitor@example.org", 15],
  ]);
  await world.write(world.event(ALPHA, 1, "end", { level: "warning", endTime: world.now }));
  await world.pass(HOUR_MS, MINUTE_MS);
  expect(await to("full")).toEqual(["alarmEscalated", "alarmEnded"]);
});

test("quiet hours defer everything but faults into one digest when they end", async () => {
  await receive("owner");
  const quietHours = { from: "12:30", to: "15:00", weekdays: [2] };
  await prefer("owner", { quietHours, timeZone: "Europe/Berlin" });
  await world.write(world.event(ALPHA, 1, "start", { level: "warning" }));
  await world.pass(20 * MINUTE_MS, MINUTE_MS);
  await world.write(world.event(BETA, 1, "start", { level: "warning" }));
  await world.write(world.event(GAMMA, 1, "start", {}, { emailInterval: 1_440 }));
  await world.pass(20 * MINUTE_MS, MINUTE_MS);
  expect(await to()).toEqual(["alarmStarted"]);
  await world.pass(80 * MINUTE_MS, MINUTE_MS);
  expect(await to()).toEqual(["alarmStarted", "alarmDigest"]);
  const digest = (await world.mails()).find(({ template }) => template === "alarmDigest");
  expect((Number(digest?.at) - NOON) / MINUTE_MS).toBe(120);
  expect(digest?.values.count).toBe(2);
});

test("planners at once form each e-mail once", async () => {
  await receive("owner", "administrator", "full", "monitor");
  for (let logId = 1; logId <= 20; logId++)
    await world.write(world.event(logId % 2 ? ALPHA : BETA, logId, "start"));
  context.turn(MINUTE_MS);
  await Promise.all([world.plan(), world.plan(), world.plan()]);
  const mails = await world.mails();
  expect(new Set(mails.map(({ recipient }) => recipient)).size).toBe(4);
  expect(mails.reduce((sum, { values }) => sum + values.count, 0)).toBe(4 * 20);
  const open = "select count(*) n from notifications where settled_at is null and channel = 'mail'";
  expect(await env.DB.prepare(open).first("n")).toBe(0);
});

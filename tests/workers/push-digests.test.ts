import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { readWaitingOf } from "#database/notifications/notifications.ts";
import { HOUR_MS, MINUTE_MS } from "#domain/units/durations.ts";
import { planNotifications } from "#operations/notifications/plan-notifications.ts";
import { type Death, dyingContext } from "../support/dying-context.ts";
import { NoticeWorld, receiveAlarms, restoreNotices } from "../support/notice-world.ts";
import { messagesOf, PushWorld } from "../support/push-world.ts";
import { clearNotifications } from "../support/ready-notifications.ts";
import { ALPHA, BETA } from "../support/seed-users.ts";
import { testContext } from "../support/test-context.ts";

/** 22:00 in UTC, 23:00 in Berlin. */
const NIGHT = Date.UTC(2026, 10, 24, 22);
const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];
const warning = { level: "warning" } as const;
let context = testContext(NIGHT);
let world = new NoticeWorld(context);
let pushes = new PushWorld(context);
let owner = 0;

beforeEach(async () => {
  await restoreNotices();
  await restart();
});

/** Begins the same night again, with a browser of the owner, who has quiet hours from 22:00 to 07:00. */
async function restart(): Promise<void> {
  await clearNotifications();
  await env.DB.exec("delete from site_alarms");
  context = testContext(NIGHT);
  world = new NoticeWorld(context);
  pushes = new PushWorld(context);
  owner = Number(
    await env.DB.prepare("select id from users where account = 'owner@example.org'").first("id"),
  );
  await receiveAlarms("owner");
  await env.DB.exec("update users set language = 'en'");
  const quietHours = { from: "22:00", to: "07:00", weekdays: EVERY_DAY };
  await env.DB.prepare("insert or replace into notification_preferences values (?, ?)")
    .bind(owner, JSON.stringify({ quietHours, timeZone: "Europe/Berlin" }))
    .run();
}

/** Plans and sends after each quarter of an hour. */
async function pass(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 15 * MINUTE_MS) {
    context.turn(15 * MINUTE_MS);
    await world.plan();
    await pushes.send();
  }
}

test("at the end of quiet hours a user gets one push and one e-mail about everything but faults", async () => {
  const [phone, desktop] = [await pushes.subscribe(owner), await pushes.subscribe(owner)];
  for (const logId of [1, 2, 3, 4]) {
    await world.write(world.event(ALPHA, logId, "start", warning));
    await world.write(world.event(BETA, logId, "start", warning));
    await pass(HOUR_MS);
  }
  await world.write(world.event(ALPHA, 2, "end", { ...warning, endTime: world.now }));
  expect(phone.received).toEqual([]);
  await world.write(world.event(ALPHA, 9, "start"));
  await pass(15 * MINUTE_MS);
  for (const browser of [phone, desktop])
    expect(messagesOf(browser).map(({ title }) => title)).toEqual(["\u2068Alpha roof\u2069"]);
  await world.write(world.event(ALPHA, 9, null, { acknowledgedAt: world.now }));
  await pass(4 * HOUR_MS);
  for (const browser of [phone, desktop]) {
    const [, digest, ...others] = messagesOf(browser);
    expect(others).toEqual([]);
    expect(digest).toMatchObject({ title: "Alarm summary: 8", path: "/alarms" });
    expect(digest?.at).toBe(Date.UTC(2026, 10, 25, 6));
    const lines = digest?.body.split("\n") ?? [];
    expect(lines).toHaveLength(5);
    expect(lines[0]).toMatch(/^\u2068(Alpha roof|Beta \w+)\u2069: Warning: \u2068/);
    expect(lines[4]).toBe("Further alarms: 4");
  }
  const digests = (await world.mails("owner")).filter(({ template }) => template === "alarmDigest");
  expect(digests.map(({ at, values }) => [at, values.count])).toEqual([
    [Date.UTC(2026, 10, 25, 6), 8],
  ]);
});

test("a digest names an alarm that ended meanwhile as ended, also in a browser that subscribed later", async () => {
  const phone = await pushes.subscribe(owner);
  await world.write(world.event(ALPHA, 1, "start", warning));
  await world.write(world.event(BETA, 1, "start", warning));
  await pass(HOUR_MS);
  await world.write(world.event(ALPHA, 1, "end", { ...warning, endTime: world.now }));
  await pass(HOUR_MS);
  const tablet = await pushes.subscribe(owner);
  await pass(7 * HOUR_MS);
  for (const browser of [phone, tablet]) {
    const [message, ...others] = messagesOf(browser);
    expect(others).toEqual([]);
    expect(message?.body.split("\n")).toEqual([
      expect.stringMatching(/^\u2068Beta [^\u2069]+\u2069: Warning: /),
      expect.stringMatching(/^\u2068Alpha roof\u2069: Ended: \u2068.+\u2069/),
    ]);
  }
});

test("a single deferred notification is an ordinary message", async () => {
  const phone = await pushes.subscribe(owner);
  await world.write(world.event(ALPHA, 1, "start", warning));
  await pass(9 * HOUR_MS);
  const [message, ...others] = messagesOf(phone);
  expect(others).toEqual([]);
  expect(message).toMatchObject({ title: "\u2068Alpha roof\u2069" });
  expect(message?.path).toContain("logId=1");
});

test("a digest omits a site to which the user lost access, and then opens that of the other", async () => {
  const phone = await pushes.subscribe(owner);
  for (const [siteId, logId] of [
    [ALPHA, 1],
    [ALPHA, 2],
    [BETA, 1],
  ] as const)
    await world.write(world.event(siteId, logId, "start", warning));
  phone.answer = () => ({ status: 503 });
  await pass(8 * HOUR_MS + 15 * MINUTE_MS);
  const { results } = await env.DB.prepare(
    "delete from memberships where user_id = ? and site_id = ? returning *",
  )
    .bind(owner, BETA)
    .all();
  phone.answer = () => ({ status: 201 });
  await pass(HOUR_MS);
  for (const row of results)
    await env.DB.prepare("insert into memberships values (?, ?, ?, ?, ?, ?)")
      .bind(...Object.values(row))
      .run();
  const [digest] = messagesOf(phone);
  expect(digest?.title).toBe("Alarm summary: 2");
  expect(digest?.body).not.toContain("Beta");
  expect(digest?.path).toMatch(/^\/log\?key=k_[\w-]+$/);
});

test("a webhook has no quiet hours", async () => {
  await env.DB.prepare(
    "insert into webhooks (site_id, url, sealed_secret, created_at) values (?, 'https://receiver.example/', '', 0)",
  )
    .bind(ALPHA)
    .run();
  await world.write(world.event(ALPHA, 1, "start", warning));
  await world.plan();
  const ready = "select channel from notifications where ready_at is not null";
  expect((await env.DB.prepare(ready).all()).results).toEqual([{ channel: "webhook" }]);
});

test("however planners are killed and run at once, each notification is in one digest", async () => {
  for (let step = 0; step < 9; step += 1)
    for (const when of ["before", "after"] as const) {
      await restart();
      const phone = await pushes.subscribe(owner);
      for (const logId of [1, 2, 3]) await world.write(world.event(ALPHA, logId, "start", warning));
      await world.plan();
      context.turn(8 * HOUR_MS);
      const plan = (death: Death | null) =>
        planNotifications(dyingContext(context, death)).catch(() => undefined);
      await plan({ step, when });
      await Promise.all([plan(null), plan(null)]);
      await pushes.send();
      const titles = messagesOf(phone).map(({ title }) => title);
      expect(titles, `${when} ${step}`).toEqual(["Alarm summary: 3"]);
    }
});

test("a digest is not divided where a round reads no more rows: the user's follow in the next round", async () => {
  await env.DB.exec("update memberships set receives_alarms = 1");
  await pushes.subscribe(owner);
  for (const logId of [1, 2, 3]) await world.write(world.event(ALPHA, logId, "start", warning));
  const { results } = await env.DB.prepare(
    "select user_id id, count(*) n from notifications where channel = 'mail' group by 1 order by 1",
  ).all<{ id: number; n: number }>();
  expect(results.length).toBeGreaterThan(1);
  const users = results.map(({ id }) => id);
  const rows = await readWaitingOf(context.database, "mail", users, 4);
  expect(rows.map(({ userId }) => userId)).toEqual([users[0], users[0], users[0]]);
  expect(await readWaitingOf(context.database, "mail", users, 2)).toHaveLength(2);
});

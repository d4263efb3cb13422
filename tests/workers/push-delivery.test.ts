import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { PUSH_KEPT_MS } from "#domain/push/push-attempts.ts";
import { sendPushes } from "#operations/push/send-pushes.ts";
import { seededRandom } from "#simulator/random.ts";
import { dyingContext } from "../support/dying-context.ts";
import { receiveAlarms } from "../support/notice-world.ts";
import type { PushAnswer } from "../support/push-receiver.ts";
import { messagesOf, PushWorld } from "../support/push-world.ts";
import { addReadyNotification, clearNotifications } from "../support/ready-notifications.ts";
import { restoreUsers } from "../support/restore-users.ts";
import { ALPHA, BETA } from "../support/seed-users.ts";
import { Chance } from "../support/seeded-chance.ts";
import { testContext } from "../support/test-context.ts";

const BEGIN = Date.UTC(2026, 10, 24, 12);
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

let owner = 0;
let monitor = 0;
let clock = testContext(BEGIN);
let world = new PushWorld(clock);

const idOf = async (name: string) =>
  Number(
    await env.DB.prepare("select id from users where account = ?")
      .bind(`${name}@example.org`)
      .first("id"),
  );

beforeEach(async () => {
  await restoreUsers();
  await clearNotifications();
  [owner, monitor] = [await idOf("owner"), await idOf("monitor")];
  clock = testContext(BEGIN);
  world = new PushWorld(clock);
  await env.DB.exec("update users set language = 'en'");
  await receiveAlarms("owner", "monitor");
});

const context = () => world.context();
const subscribe = (userId: number) => world.subscribe(userId);
const turn = (ms = 0) => {
  clock.turn(ms);
  return sendPushes(context(), clock.now() + MINUTE_MS);
};
const notify = (key: string, more: object = {}) =>
  addReadyNotification({
    channel: "push",
    siteId: ALPHA,
    userId: owner,
    key,
    now: clock.now(),
    ...more,
  });
const read = async (query: string) =>
  (await env.DB.prepare(query).all<Record<string, unknown>>()).results;

test("every browser of the user gets the alarm in the user's language, and no one else's does", async () => {
  const [phone, desktop, other] = [
    await subscribe(owner),
    await subscribe(owner),
    await subscribe(monitor),
  ];
  await env.DB.exec("update users set language = 'de' where account = 'owner@example.org'");
  await notify("a", { alarm: { logId: 41 } });
  await turn();
  expect(other.received).toEqual([]);
  for (const browser of [phone, desktop]) {
    const [message, ...more] = messagesOf(browser);
    expect(more).toEqual([]);
    expect(message).toMatchObject({ title: "\u2068Alpha roof\u2069", lang: "de", dir: "ltr" });
    expect(message?.body).toContain("Störung: ");
    expect(message?.path).toMatch(/^\/log\?key=k_[\w-]+&logId=41$/);
    expect(browser.received[0]?.headers.get("urgency")).toBe("high");
  }
  expect(await read("select outcome from notifications")).toEqual([{ outcome: "sent" }]);
});

test("each kind of notification has its text in each language, from right to left in Arabic", async () => {
  const browser = await subscribe(owner);
  const kinds = ["start", "end", "flapping", "worse", "summary", "repeat", "escalation"] as const;
  for (const language of ["en", "zh", "es", "fr", "de", "ar"]) {
    await env.DB.prepare("update users set language = ?").bind(language).run();
    for (const kind of kinds) {
      const summary = kind === "summary" ? { summary: { raised: 3, stillOpen: 1 } } : {};
      await notify(`${language} ${kind}`, { kind, ...summary });
    }
    await turn();
  }
  const messages = messagesOf(browser);
  expect(messages).toHaveLength(6 * kinds.length);
  for (const { body, lang, dir } of messages) {
    expect(body).not.toMatch(/\{\{|^(alarm|ended|device|summary)/);
    expect(dir).toBe(lang === "ar" ? "rtl" : "ltr");
  }
  // A start and a later, more severe step have the same text.
  expect(new Set(messages.map(({ body }) => body)).size).toBe(6 * (kinds.length - 1));
});

test("texts of loggers stay one line between isolates, and the message stays small", async () => {
  const browser = await subscribe(owner);
  const deviceName = `<b>Battery</b>\n\u202e${"x".repeat(5_000)}`;
  const cause = { kind: "event", code: "E\u0000\n", message: `\u202e${"y".repeat(5_000)}\r\n` };
  await notify("hostile", { alarm: { deviceName, cause, eventNo: 4 } });
  await turn();
  const [message] = messagesOf(browser);
  expect(message?.body.length).toBeLessThan(420);
  expect(message?.body.replace(/[\u2068\u2069]/g, "")).not.toMatch(/\p{C}/u);
});

test("two runs at once send once; a second notification of the same cause is not sent", async () => {
  const browser = await subscribe(owner);
  for (let number = 0; number < 20; number += 1) await notify(`a${number}`);
  await Promise.all([turn(), turn(), turn()]);
  expect(browser.received).toHaveLength(20);
  expect(new Set(messagesOf(browser).map(({ id }) => id)).size).toBe(20);
  await turn(MINUTE_MS);
  expect(browser.received).toHaveLength(20);
});

test("404 and 410 delete the subscription with what waits for it; other browsers are not affected", async () => {
  for (const status of [404, 410]) {
    await clearNotifications();
    world = new PushWorld(clock);
    await env.DB.exec("delete from sessions");
    const [gone, living] = [await subscribe(owner), await subscribe(owner)];
    gone.answer = () => ({ status });
    await notify("a");
    await notify("b");
    await turn();
    expect(living.received).toHaveLength(2);
    expect(await read("select endpoint from push_subscriptions")).toEqual([
      { endpoint: living.endpoint },
    ]);
    expect(await read("select count(*) n from push_deliveries")).toEqual([{ n: 2 }]);
  }
});

test("429 and 5xx wait as long as the service requires; after a day the message is given up", async () => {
  const browser = await subscribe(owner);
  let answer: PushAnswer = { status: 429, headers: { "Retry-After": "600" } };
  let asked = 0;
  browser.answer = () => {
    asked += 1;
    return answer;
  };
  await notify("a");
  await turn();
  await turn(9 * MINUTE_MS);
  expect(asked).toBe(1);
  answer = { status: 503 };
  await turn(MINUTE_MS);
  expect(asked).toBe(2);
  for (let minute = 0; minute < 26 * 60; minute += 20) await turn(20 * MINUTE_MS);
  expect(asked).toBeGreaterThan(10);
  expect(world.logged.at(-1)).toMatch(/^a push message was given up: \d+, attempt \d+ "too late"$/);
  expect(
    await read('select failed_at is not null failed, "values" v from push_deliveries'),
  ).toEqual([{ failed: 1, v: "{}" }]);
  answer = { status: 201 };
  await turn(DAY_MS);
  expect(browser.received).toEqual([]);
});

test("a sent message is kept without its content for a week, and the log has no personal data", async () => {
  const browser = await subscribe(owner);
  browser.answer = () =>
    browser.received.length === 0 && world.logged.length === 0 ? { status: 500 } : { status: 201 };
  await notify("a");
  await turn();
  await turn(2 * MINUTE_MS);
  expect(browser.received).toHaveLength(1);
  const [row] = await read("select * from push_deliveries");
  expect(row).toMatchObject({ values: "{}", sent_at: clock.now(), taken_until: null });
  expect(world.logged.join()).not.toMatch(/fcm|Alpha|owner|Battery/);
  await turn(PUSH_KEPT_MS);
  expect(await read("select count(*) n from push_deliveries")).toEqual([{ n: 0 }]);
});

test("a user who lost access, or whose site was deleted, gets no message that still waited", async () => {
  const browser = await subscribe(owner);
  browser.answer = () => ({ status: 500 });
  await notify("a");
  await notify("b", { siteId: BETA });
  await turn();
  browser.answer = () => ({ status: 201 });
  await env.DB.prepare("delete from memberships where user_id = ? and site_id = ?")
    .bind(owner, ALPHA)
    .run();
  await env.DB.prepare("update sites set deleted_at = 1 where id = ?").bind(BETA).run();
  await turn(5 * MINUTE_MS);
  expect(browser.received).toEqual([]);
  expect(await read("select count(*) n from push_deliveries where failed_at is null")).toEqual([
    { n: 0 },
  ]);
  await env.DB.prepare(
    "insert into memberships (user_id, site_id, role, created_at) values (?, ?, 1, ?)",
  )
    .bind(owner, ALPHA, BEGIN)
    .run();
});

test("a user who does not receive the alarms any more gets only the ends and escalations that waited", async () => {
  const browser = await subscribe(owner);
  await notify("a");
  await turn();
  browser.answer = () => ({ status: 500 });
  await notify("b", { kind: "worse" });
  await notify("c", { kind: "end" });
  await turn();
  browser.answer = () => ({ status: 201 });
  await env.DB.exec("update memberships set receives_alarms = 0");
  await turn(5 * MINUTE_MS);
  const [, ...others] = messagesOf(browser).map(({ body }) => body);
  expect(others).toEqual([expect.stringMatching(/^Ended/)]);
});

test("an end that waits is not pushed if its start is not pushed any more, also to several browsers", async () => {
  const browsers = [await subscribe(owner), await subscribe(owner)];
  for (const browser of browsers) browser.answer = () => ({ status: 500 });
  await notify("a", { alarm: { logId: 1 } });
  await notify("b", { alarm: { logId: 2 } });
  await turn();
  await notify("c", { kind: "end", alarm: { logId: 1 } });
  await turn();
  for (const browser of browsers) browser.answer = () => ({ status: 201 });
  await env.DB.exec("update memberships set receives_alarms = 0");
  await turn(10 * MINUTE_MS);
  await env.DB.exec("update memberships set receives_alarms = 1");
  await notify("d", { kind: "end", alarm: { logId: 2 } });
  await turn();
  for (const browser of browsers) expect(messagesOf(browser)).toEqual([]);
  expect(await read("select distinct outcome from notifications")).toEqual([
    { outcome: "dropped" },
  ]);
});

test("an end is pushed to all browsers of a user if one of them got the start, and says by itself what ended", async () => {
  const [phone, desktop] = [await subscribe(owner), await subscribe(owner)];
  desktop.answer = () => ({ status: 500 });
  await notify("a");
  await turn();
  await env.DB.exec("update memberships set receives_alarms = 0");
  desktop.answer = () => ({ status: 201 });
  await turn(5 * MINUTE_MS);
  const tablet = await subscribe(owner);
  await notify("b", { kind: "end" });
  await turn();
  const [start, end, ...others] = messagesOf(phone);
  expect(others).toEqual([]);
  const [, what] = /^Fault: (.+)$/.exec(start?.body ?? "") ?? [];
  expect(end).toMatchObject({ title: start?.title, body: `Ended: ${what}`, tag: start?.tag });
  // A browser without the start shows the same text, without the sound and the urgency of an alarm.
  for (const browser of [desktop, tablet]) {
    expect(messagesOf(browser).map(({ body }) => body)).toEqual([end?.body]);
    expect(browser.received[0]?.headers.get("urgency")).toBe("normal");
  }
});

test("a user who turned pushes off, for all sites or for one, gets no message that still waited", async () => {
  const browser = await subscribe(owner);
  browser.answer = () => ({ status: 500 });
  await notify("a", { kind: "end" });
  await notify("b", { siteId: BETA });
  await turn();
  browser.answer = () => ({ status: 201 });
  const prefer = async (table: string, ...values: unknown[]) =>
    env.DB.prepare(`insert into ${table} values (${values.map(() => "?").join()})`)
      .bind(...values)
      .run();
  await prefer("notification_preferences", owner, '{"push":false}');
  await prefer("site_notification_preferences", owner, BETA, '{"push":true}');
  await turn(5 * MINUTE_MS);
  await env.DB.exec("delete from notification_preferences");
  await env.DB.exec("delete from site_notification_preferences");
  expect(messagesOf(browser).map(({ title }) => title)).toEqual([expect.stringContaining("Beta")]);
  expect(await read("select count(*) n from push_deliveries where failed_at is null")).toEqual([
    { n: 1 },
  ]);
});

test("a browser that subscribed under another secret of the deployment is removed", async () => {
  await subscribe(owner);
  await env.DB.exec("update push_subscriptions set vapid_key = 'other'");
  await notify("a");
  await turn();
  expect(await read("select * from push_subscriptions")).toEqual([]);
});

test("killed before or after any statement, the next run sends each message; a copy has the same id", async () => {
  let repeated = 0;
  for (let step = 0; step < 12; step += 1)
    for (const when of ["before", "after"] as const) {
      await clearNotifications();
      world = new PushWorld(clock);
      await env.DB.exec("delete from sessions");
      const browser = await subscribe(owner);
      for (const key of ["a", "b", "c"]) await notify(`${step} ${when} ${key}`);
      const dying = dyingContext(context(), { step, when });
      await sendPushes(dying, clock.now() + MINUTE_MS).catch(() => undefined);
      await turn(3 * MINUTE_MS);
      const ids = messagesOf(browser).map(({ id }) => id);
      expect(new Set(ids).size, `${when} ${step}`).toBe(3);
      repeated += ids.length - 3;
    }
  expect(repeated).toBeGreaterThan(0);
});

test("a service that refuses 30 of 100 gets every message exactly once", async () => {
  const seed = 16;
  const chance = new Chance(seededRandom(seed));
  const browsers = [await subscribe(owner), await subscribe(monitor)];
  for (const browser of browsers)
    browser.answer = () => (chance.happens(0.3) ? { status: 503 } : { status: 201 });
  for (let number = 0; number < 60; number += 1)
    await notify(`n${number}`, { userId: number % 2 === 0 ? owner : monitor });
  for (let minute = 0; minute < 400; minute += 4) await turn(4 * MINUTE_MS);
  for (const browser of browsers) {
    const ids = messagesOf(browser).map(({ id }) => id);
    expect(ids, `seed ${seed}`).toHaveLength(30);
    expect(new Set(ids).size).toBe(30);
  }
});

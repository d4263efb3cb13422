import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { SECOND_MS } from "#domain/units/durations.ts";
import { planNotifications } from "#operations/notifications/plan-notifications.ts";
import { dyingContext } from "../support/dying-context.ts";
import { NoticeWorld, receiveAlarms, restoreNotices } from "../support/notice-world.ts";
import { messagesOf, PushWorld } from "../support/push-world.ts";
import { clearNotifications } from "../support/ready-notifications.ts";
import { ALPHA, BETA } from "../support/seed-users.ts";
import { testContext } from "../support/test-context.ts";

const NOON = Date.UTC(2026, 10, 24, 12);
let context = testContext(NOON);
let world = new NoticeWorld(context);
let pushes = new PushWorld(context);
let owner = 0;

beforeEach(async () => {
  await restoreNotices();
  await restart();
});

async function restart(): Promise<void> {
  await clearNotifications();
  await env.DB.exec("delete from site_alarms");
  await env.DB.exec("delete from escalations");
  context = testContext(NOON);
  world = new NoticeWorld(context);
  pushes = new PushWorld(context);
  owner = Number(
    await env.DB.prepare("select id from users where account = 'owner@example.org'").first("id"),
  );
  await receiveAlarms("owner");
  await env.DB.exec("update users set language = 'en'");
}

/** Turns the clock second by second, and plans and sends after each. */
async function pass(seconds: number, isSending = true): Promise<void> {
  for (let second = 0; second < seconds; second++) {
    context.turn(SECOND_MS);
    await world.plan();
    if (isSending) await pushes.send();
  }
}

test("the first push about a site leaves at once, and what follows is one push a minute", async () => {
  const phone = await pushes.subscribe(owner);
  await world.write(world.event(ALPHA, 1, "start"));
  await world.plan();
  await pushes.send();
  expect(messagesOf(phone)).toMatchObject([{ at: NOON, title: "\u2068Alpha roof\u2069" }]);
  await pass(5);
  await world.write(world.event(ALPHA, 2, "start", { level: "warning" }));
  await world.write(world.event(BETA, 1, "start"));
  await pass(5);
  await world.write(world.event(ALPHA, 3, "start"));
  await pass(49);
  expect(messagesOf(phone).map(({ title }) => title)).toEqual([
    "\u2068Alpha roof\u2069",
    expect.stringContaining("Beta"),
  ]);
  await pass(2);
  const [, , combined, ...others] = messagesOf(phone);
  expect(others).toEqual([]);
  expect(combined).toMatchObject({ at: NOON + 60 * SECOND_MS, title: "\u2068Alpha roof\u2069" });
  expect(combined?.path).toMatch(/^\/log\?key=/);
  const lines = combined?.body.split("\n") ?? [];
  expect(lines).toHaveLength(2);
  expect(lines.join()).not.toContain("Alpha roof");
});

test("start and end of one alarm within a minute replace each other on the screen", async () => {
  const phone = await pushes.subscribe(owner);
  await world.write(world.event(ALPHA, 1, "start"));
  await world.plan();
  await pushes.send();
  await pass(10);
  await world.write(world.event(ALPHA, 1, "worse"));
  await world.write(world.event(ALPHA, 1, "end", { endTime: world.now, reason: "recovered" }));
  await pass(60);
  const [first, second, ...others] = messagesOf(phone);
  expect(others).toEqual([]);
  expect(second?.tag).toBe(first?.tag);
  expect(second?.body).toMatch(/ended|over/i);
});

test("the minute counts also from a push that was released but is not sent yet", async () => {
  const phone = await pushes.subscribe(owner);
  await world.write(world.event(ALPHA, 1, "start"));
  await world.plan();
  await world.write(world.event(ALPHA, 2, "start"));
  await pass(10, false);
  await pushes.send();
  expect(messagesOf(phone)).toHaveLength(1);
});

test("alarms that escalate together are one push, also to a user who receives no other alarms of the site", async () => {
  const full = 3;
  const phone = await pushes.subscribe(full);
  await env.DB.prepare("update memberships set receives_alarms = 0 where user_id = ?")
    .bind(full)
    .run();
  await env.DB.prepare("insert into escalations values (?, ?)")
    .bind(ALPHA, JSON.stringify([{ afterMinutes: 1, userIds: [full] }]))
    .run();
  for (const logId of [1, 2]) await world.write(world.event(ALPHA, logId, "start"));
  await pass(65);
  const [message, ...others] = messagesOf(phone);
  expect(others).toEqual([]);
  expect(message?.body.split("\n")).toHaveLength(2);
});

test("what arrives while a push is sent is about its site when the minute ends, not a summary", async () => {
  const phone = await pushes.subscribe(owner);
  await world.write(world.event(ALPHA, 1, "start"));
  await world.plan();
  context.turn(SECOND_MS);
  for (const logId of [2, 3]) await world.write(world.event(ALPHA, logId, "start"));
  context.turn(SECOND_MS);
  await pushes.send();
  await pass(62);
  const [, combined, ...others] = messagesOf(phone);
  expect(others).toEqual([]);
  expect(combined?.title).toBe("\u2068Alpha roof\u2069");
});

test("however planners are killed and run at once, each notification is in one push", async () => {
  for (let step = 0; step < 9; step += 2)
    for (const when of ["before", "after"] as const) {
      await restart();
      const phone = await pushes.subscribe(owner);
      for (const logId of [1, 2, 3]) await world.write(world.event(ALPHA, logId, "start"));
      await planNotifications(dyingContext(context, { step, when })).catch(() => undefined);
      await Promise.all([world.plan(), world.plan()]);
      await pushes.send();
      const bodies = messagesOf(phone).map(({ body }) => body.split("\n").length);
      expect(bodies, `${when} ${step}`).toEqual([3]);
    }
});

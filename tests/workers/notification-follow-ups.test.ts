import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { HOUR_MS, MINUTE_MS } from "#domain/units/durations.ts";
import { NoticeWorld, receiveAlarms as receive, restoreNotices } from "../support/notice-world.ts";
import { ALPHA } from "../support/seed-users.ts";
import { testContext } from "../support/test-context.ts";

const NOON = Date.UTC(2026, 10, 24, 12);
const BACKLOG = NOON - 8 * HOUR_MS;
const warning = { level: "warning" } as const;
let context = testContext(NOON);
let world = new NoticeWorld(context);

beforeEach(async () => {
  context = testContext(NOON);
  world = new NoticeWorld(context);
  await restoreNotices();
  await receive("owner");
});

/** Escalates to users 3 (full) and 4 (monitor) after minutes. */
async function escalate(...steps: [afterMinutes: number, userId: number][]): Promise<void> {
  const list = steps.map(([afterMinutes, userId]) => ({ afterMinutes, userIds: [userId] }));
  await env.DB.prepare("insert into escalations values (?, ?)")
    .bind(ALPHA, JSON.stringify(list))
    .run();
}

/** The events at the end of a backlog: alarms that are live from then on, and the message about all. */
async function endBacklog(levels: readonly ("fault" | "warning")[]): Promise<void> {
  const startTime = BACKLOG + HOUR_MS;
  const summary = { offlineFrom: BACKLOG, offlineTo: NOON, raised: 5, stillOpen: levels.length };
  const events = levels.map((level, index) => {
    const event = world.event(ALPHA, index + 1, "live", { startTime, level, isRetroactive: true });
    const notice = {
      key: `${index + 1}:live:${BACKLOG}`,
      step: "live" as const,
      emailInterval: 10,
    };
    return { ...event, notice };
  });
  const [level = "fault"] = levels;
  const last = world.event(
    ALPHA,
    1,
    "summary",
    { startTime, level },
    { summary, emailInterval: 10 },
  );
  const notice = { key: `summary:${BACKLOG}`, step: "summary" as const, emailInterval: 10 };
  await world.write(...events, { ...last, notice });
}

const sent = async (name: string) =>
  (await world.mails(name)).map(
    ({ at, template, values }) =>
      `${(at - NOON) / MINUTE_MS} ${template} ${values.alarms.map(({ state }) => state)}`,
  );

test("an alarm that a backlog leaves active is repeated, escalated and ended after the one message", async () => {
  await escalate([15, 3]);
  await endBacklog(["warning", "fault"]);
  await world.pass(25 * MINUTE_MS, MINUTE_MS);
  expect(await sent("owner")).toEqual([
    "1 alarmSummary ",
    "11 alarmStarted active",
    "21 alarmStarted active",
  ]);
  expect(await sent("full")).toEqual(["15 alarmEscalated escalated,escalated"]);
  await world.write(
    world.event(ALPHA, 2, "end", { endTime: world.now, reason: "recovered" }, { emailInterval: 1 }),
  );
  await world.pass(10 * MINUTE_MS, MINUTE_MS);
  const [summary, ...others] = await world.mails("owner");
  expect(others.at(-1)).toMatchObject({ template: "alarmEnded" });
  expect(others.at(-1)?.values.references[0]).toBe(summary?.messageId);
  expect((await sent("full")).at(-1)).toContain("alarmEnded");
});

test("alarms that become live cause one message on each channel, also if the events come again", async () => {
  await endBacklog(["fault", "fault", "warning"]);
  await endBacklog(["fault", "fault", "warning"]);
  await world.passGroup();
  expect(await sent("owner")).toEqual(["1 alarmSummary "]);
  const waiting =
    "select count(*) n from notifications where settled_at is null and channel = 'mail'";
  expect(await env.DB.prepare(waiting).first("n")).toBe(0);
});

test("an escalation is sent after its minutes, however long the interval of the site is", async () => {
  await escalate([5, 1], [10, 1]);
  await world.write(world.event(ALPHA, 1, "start", warning, { emailInterval: 1_440 }));
  await world.pass(15 * MINUTE_MS, MINUTE_MS);
  expect(await sent("owner")).toEqual([
    "1 alarmStarted started",
    "5 alarmEscalated escalated",
    "10 alarmEscalated escalated",
  ]);
});

test("an alarm that worsens continues its escalation, and has each step once", async () => {
  await escalate([5, 3], [15, 4]);
  await world.write(world.event(ALPHA, 1, "start", warning, { emailInterval: 60 }));
  await world.pass(12 * MINUTE_MS, MINUTE_MS);
  const worse = world.event(ALPHA, 1, "worse", {}, { emailInterval: 60 });
  await world.write(worse);
  await world.write(worse);
  await world.pass(30 * MINUTE_MS, MINUTE_MS);
  expect(await sent("full")).toEqual(["5 alarmEscalated escalated"]);
  expect(await sent("monitor")).toEqual(["15 alarmEscalated escalated"]);
});

test("a start that arrives after the more severe level is not repeated a second time", async () => {
  await escalate([5, 3]);
  const start = world.event(ALPHA, 1, "start", warning, { emailInterval: 10 });
  const worse = world.event(ALPHA, 1, "worse", {}, { emailInterval: 10 });
  await world.write(worse);
  await world.write(start, worse);
  await world.pass(13 * MINUTE_MS, MINUTE_MS);
  const followed = "select count(*) n from notices where next_at is not null";
  expect(await env.DB.prepare(followed).first("n")).toBe(1);
  expect(await sent("full")).toEqual(["5 alarmEscalated escalated"]);
  expect(await sent("owner")).toEqual(["1 alarmStarted started", "11 alarmStarted active"]);
});

test("while the logger is offline, the other alarms of the site are neither repeated nor escalated", async () => {
  await escalate([20, 3]);
  await world.write(world.event(ALPHA, 1, "start", {}, { emailInterval: 10 }));
  await world.pass(5 * MINUTE_MS, MINUTE_MS);
  const offline = { cause: { kind: "platform", condition: "loggerOffline" }, ...warning };
  await world.write(world.event(ALPHA, 2, "start", offline, { emailInterval: 10 }));
  await world.pass(55 * MINUTE_MS, MINUTE_MS);
  expect(await sent("owner")).toEqual(["1 alarmStarted started", "11 alarmStarted started"]);
  // The offline alarm itself is escalated.
  expect(await sent("full")).toEqual(["25 alarmEscalated escalated"]);
  await world.write(
    world.event(ALPHA, 2, "end", { ...offline, endTime: world.now, reason: "recovered" }),
  );
  await world.pass(10 * MINUTE_MS, MINUTE_MS);
  const repeated = (await sent("owner")).filter((one) => one.includes("active"));
  expect(repeated).toHaveLength(1);
  const escalations = (await sent("full")).filter((one) => one.includes("alarmEscalated"));
  expect(escalations).toHaveLength(2);
});

test("a repeat that waits for the end of quiet hours is held while the logger is offline", async () => {
  const quietHours = { from: "12:05", to: "13:00", weekdays: [1, 2, 3, 4, 5, 6, 7] };
  const preferences = { timeZone: "UTC", quietHours, faultsThrough: false };
  await env.DB.prepare(
    "insert into notification_preferences select id, ? from users where account = 'owner@example.org'",
  )
    .bind(JSON.stringify(preferences))
    .run();
  await world.write(world.event(ALPHA, 1, "start", {}, { emailInterval: 10 }));
  await world.pass(30 * MINUTE_MS, MINUTE_MS);
  const offline = { cause: { kind: "platform", condition: "loggerOffline" }, ...warning };
  await world.write(world.event(ALPHA, 2, "start", offline, { emailInterval: 10 }));
  await world.pass(50 * MINUTE_MS, MINUTE_MS);
  expect(await sent("owner")).toEqual(["1 alarmStarted started", "60 alarmDigest started"]);
  const ended = { ...offline, endTime: world.now, reason: "recovered" } as const;
  await world.write(world.event(ALPHA, 2, "end", ended));
  await world.pass(8 * MINUTE_MS, MINUTE_MS);
  const repeated = (await sent("owner")).filter((one) => one.includes("active"));
  expect(repeated).toHaveLength(1);
});

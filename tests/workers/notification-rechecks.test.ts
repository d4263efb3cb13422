import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { replayMails } from "#database/mails/delivery.ts";
import { UNNAMED_OPERATOR } from "#domain/operator.ts";
import { HOUR_MS, MINUTE_MS } from "#domain/units/durations.ts";
import { sendMails } from "#operations/jobs/send-mails.ts";
import { MailRefused, type OutgoingMail } from "#operations/mails/mail-sender.ts";
import { createWritingSender } from "#workers/mail/create-mail-sender.ts";
import { NoticeWorld, receiveAlarms as receive, restoreNotices } from "../support/notice-world.ts";
import { ALPHA, BETA } from "../support/seed-users.ts";
import { testContext } from "../support/test-context.ts";

const NOON = Date.UTC(2026, 10, 24, 12);
const warning = { level: "warning" } as const;
const quietHours = { from: "12:00", to: "14:00", weekdays: [1, 2, 3, 4, 5, 6, 7] };
let context = testContext(NOON);
let world = new NoticeWorld(context);

beforeEach(async () => {
  context = testContext(NOON);
  world = new NoticeWorld(context);
  await restoreNotices();
  await env.DB.exec("delete from site_notification_preferences");
  await receive("owner", "full");
});

async function prefer(name: string, preferences: object): Promise<void> {
  await env.DB.prepare(
    "insert or replace into notification_preferences select id, ? from users where account = ?",
  )
    .bind(JSON.stringify({ timeZone: "UTC", ...preferences }), `${name}@example.org`)
    .run();
}

/** Sends the formed e-mails, and returns their recipients. */
async function send(refusal: MailRefused | null = null): Promise<OutgoingMail[]> {
  const sent: OutgoingMail[] = [];
  const provider = {
    async send(mail: OutgoingMail) {
      if (refusal !== null) throw refusal;
      sent.push(mail);
    },
  };
  const from = { name: "", address: "portal@example.com" };
  const portal = { origin: "https://portal.example", operator: UNNAMED_OPERATOR };
  await sendMails(context, createWritingSender(from, portal, provider));
  return sent;
}

/** Returns the text part of an e-mail. */
function textOf(mail: OutgoingMail | undefined): string {
  const [, part = ""] = mail?.mime.split("base64\r\n\r\n") ?? [];
  const [text = ""] = part.split("\r\n--");
  const bytes = atob(text.replaceAll("\r\n", ""));
  return new TextDecoder().decode(Uint8Array.from(bytes, (one) => one.charCodeAt(0)));
}

const recipients = async () => (await world.mails()).map(({ recipient }) => recipient).sort();

test("what waits for the end of quiet hours follows the preferences at that time", async () => {
  for (const name of ["owner", "full"]) await prefer(name, { quietHours });
  await world.write(world.event(ALPHA, 1, "start", warning));
  await world.pass(HOUR_MS, 10 * MINUTE_MS);
  await prefer("owner", { quietHours, level: "fault" });
  await world.pass(2 * HOUR_MS, 10 * MINUTE_MS);
  expect(await recipients()).toEqual(["full@example.org"]);
});

test("what waits for the interval is not sent on a channel that the user has turned off", async () => {
  await world.write(world.event(ALPHA, 1, "start", {}, { emailInterval: 30 }));
  await world.passGroup();
  await world.write(world.event(ALPHA, 2, "start", {}, { emailInterval: 30 }));
  await world.pass(5 * MINUTE_MS, MINUTE_MS);
  await env.DB.prepare(
    "insert into site_notification_preferences values (1, ?, '{\"mail\":false}')",
  )
    .bind(ALPHA)
    .run();
  await world.pass(40 * MINUTE_MS, MINUTE_MS);
  const states = async (name: string) =>
    (await world.mails(name)).map(({ values }) => values.alarms.length);
  expect(await states("owner")).toEqual([1]);
  expect((await states("full")).length).toBeGreaterThan(1);
});

test("a start that waits is not sent while its alarm is snoozed, nor after it ended during the snooze", async () => {
  for (const logId of [1, 2]) await world.write(world.event(ALPHA, logId, "start"));
  const snoozedUntil = NOON + 20 * MINUTE_MS;
  for (const logId of [1, 2]) await world.write(world.event(ALPHA, logId, null, { snoozedUntil }));
  await world.pass(10 * MINUTE_MS, MINUTE_MS);
  expect(await world.mails()).toEqual([]);
  const ended = { snoozedUntil, endTime: world.now, reason: "recovered" };
  await world.write(world.event(ALPHA, 2, "end", ended));
  await world.pass(15 * MINUTE_MS, MINUTE_MS);
  const mails = await world.mails("owner");
  expect(mails.map(({ template, values }) => [template, values.count])).toEqual([
    ["alarmStarted", 1],
  ]);
  expect(mails[0]?.at).toBe(snoozedUntil);
});

test("an e-mail that is formed is not sent to a user who has left its sites, and without those left", async () => {
  await world.write(world.event(ALPHA, 1, "start"), world.event(BETA, 1, "start"));
  await world.passGroup();
  expect(await recipients()).toEqual(["full@example.org", "owner@example.org"]);
  const removed = await env.DB.prepare(
    "delete from memberships where (user_id = 3 or site_id = ?) returning *",
  )
    .bind(BETA)
    .all();
  const sent = await send();
  for (const row of removed.results)
    await env.DB.prepare("insert into memberships values (?, ?, ?, ?, ?, ?)")
      .bind(...Object.values(row))
      .run();
  expect(sent.map(({ to }) => to)).toEqual(["owner@example.org"]);
  const text = textOf(sent[0]);
  expect(text).toContain("Alpha roof");
  expect(text).not.toContain("Beta");
});

test("an e-mail that is formed is not sent to a user who does not receive the alarms any more", async () => {
  for (const change of [
    "update memberships set receives_alarms = 0 where user_id = 3",
    "update memberships set ends_at = 1 where user_id = 3",
    "update users set alarm_mails = 0 where id = 3",
    `insert into site_notification_preferences values (3, ${ALPHA}, '{"mail":false}')`,
  ]) {
    await restoreNotices();
    await env.DB.exec("delete from mails");
    await receive("owner", "full");
    await world.write(world.event(ALPHA, 1, "start"));
    await world.passGroup();
    await env.DB.exec(change);
    expect(
      (await send()).map(({ to }) => to),
      change,
    ).toEqual(["owner@example.org"]);
    expect(await send(), change).toEqual([]);
  }
});

test("a failed e-mail that is sent again does not reach a user who was removed meanwhile", async () => {
  await world.write(world.event(ALPHA, 1, "start"));
  await world.passGroup();
  expect(await send(new MailRefused("550", { isPermanent: true }))).toEqual([]);
  await env.DB.exec("update memberships set receives_alarms = 0 where user_id = 3");
  context.turn(HOUR_MS);
  expect(await replayMails(context.database, null, context.now())).toBe(2);
  expect((await send()).map(({ to }) => to)).toEqual(["owner@example.org"]);
});

/** Lets a user receive the alarms of a site, or of all without one, or not. */
async function setReceives(name: string, receives: boolean, siteId = 0): Promise<void> {
  await env.DB.prepare(
    "update memberships set receives_alarms = ?1 where user_id = (select id from users where account = ?2) and ?3 in (0, site_id)",
  )
    .bind(Number(receives), `${name}@example.org`, siteId)
    .run();
}

test("an alarm whose start was not sent any more has no end e-mail, the others of the message have theirs", async () => {
  const alarms = [ALPHA, BETA].map((siteId) => world.event(siteId, 1, "start"));
  await world.write(...alarms);
  await world.passGroup();
  await setReceives("owner", false, BETA);
  await setReceives("full", false);
  expect((await send()).map(({ to }) => to)).toEqual(["owner@example.org"]);
  await setReceives("owner", true);
  await setReceives("full", true);
  await world.pass(30 * MINUTE_MS, 10 * MINUTE_MS);
  await env.DB.exec("delete from mails");
  const ended = { endTime: world.now, reason: "recovered" } as const;
  await world.write(...[ALPHA, BETA].map((siteId) => world.event(siteId, 1, "end", ended)));
  await world.pass(HOUR_MS, 10 * MINUTE_MS);
  expect(
    (await world.mails()).map(({ recipient, values }) => [
      recipient,
      values.alarms.map(({ site, state }) => `${site} ${state}`),
    ]),
  ).toEqual([["owner@example.org", [expect.stringMatching(/Alpha roof.* ended$/)]]]);
});

test("an end that waits is not sent either if its start is not sent any more", async () => {
  await world.write(world.event(ALPHA, 1, "start"));
  await world.passGroup();
  const ended = { endTime: world.now, reason: "recovered" } as const;
  await world.write(world.event(ALPHA, 1, "end", ended));
  await setReceives("full", false);
  expect((await send()).map(({ to }) => to)).toEqual(["owner@example.org"]);
  await env.DB.exec("delete from mails");
  await world.pass(HOUR_MS, 10 * MINUTE_MS);
  expect(await recipients()).toEqual(["owner@example.org"]);
});

test("an end e-mail that is formed is not sent if its start is not sent any more, in either order", async () => {
  const busy = new MailRefused("451", { isPermanent: false });
  for (const isStartLast of [false, true]) {
    await restoreNotices();
    await env.DB.exec("delete from mails");
    await receive("owner", "full");
    await world.write(...[1, 2].map((logId) => world.event(ALPHA, logId, "start", warning)));
    await world.passGroup();
    expect(await send(busy)).toEqual([]);
    const ended = { ...warning, endTime: world.now, reason: "recovered" } as const;
    await world.write(world.event(ALPHA, 1, "end", ended));
    await world.pass(31 * MINUTE_MS, 31 * MINUTE_MS);
    const formed = (await world.mails("full")).map(({ values }) => values.alarms);
    expect(formed.map((alarms) => alarms.map(({ state }) => state))).toEqual([
      ["started", "started"],
      ["ended"],
    ]);
    await setReceives("full", false);
    const later = "update mails set due_at = due_at + 60000 where template = 'alarmStarted'";
    if (isStartLast) await env.DB.exec(later);
    const sent = await send();
    expect(sent.map(({ to }) => to)).toEqual(["owner@example.org", "owner@example.org"]);
    context.turn(10 * MINUTE_MS);
    expect(await send()).toEqual([]);
  }
});

test("the end of an alarm of a backlog is not sent to a user whose summary was not sent any more", async () => {
  const summary = { offlineFrom: 0, offlineTo: 1, raised: 1, stillOpen: 1 };
  await world.write(world.event(ALPHA, 1, "summary", {}, { summary }));
  const live = world.event(ALPHA, 2, null);
  await world.write({ ...live, notice: { key: "2:1:live:1", step: "live", emailInterval: 30 } });
  await world.passGroup();
  await setReceives("full", false);
  expect((await send()).map(({ to }) => to)).toEqual(["owner@example.org"]);
  await setReceives("full", true);
  await world.write(world.event(ALPHA, 2, "end", { endTime: world.now, reason: "recovered" }));
  await world.pass(HOUR_MS, 10 * MINUTE_MS);
  expect((await send()).map(({ to }) => to)).toEqual(["owner@example.org"]);
});

test("a user of an escalation who receives no other alarms gets the end of what was escalated", async () => {
  await world.write(world.event(ALPHA, 1, "start"), world.event(ALPHA, 2, "start"));
  await setReceives("full", false);
  await env.DB.prepare("insert into escalations values (?, ?)")
    .bind(ALPHA, JSON.stringify([{ afterMinutes: 5, userIds: [3] }]))
    .run();
  await env.DB.exec("update notices set next_at = created_at + 300000 where log_id = 1");
  await env.DB.exec("update notices set next_at = null where log_id = 2");
  await world.pass(6 * MINUTE_MS, MINUTE_MS);
  const ended = { endTime: world.now, reason: "recovered" } as const;
  await world.write(...[1, 2].map((logId) => world.event(ALPHA, logId, "end", ended)));
  await world.pass(HOUR_MS, 10 * MINUTE_MS);
  const toFull = (await send()).filter(({ to }) => to === "full@example.org");
  expect(toFull).toHaveLength(2);
  expect(await send()).toEqual([]);
});

import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { settleMail } from "#database/mails/mails.ts";
import { REPLAYABLE_MS } from "#domain/mails/attempts.ts";
import { HOUR_MS, MINUTE_MS } from "#domain/units/durations.ts";
import { contextOf } from "#workers/services.ts";
import { callAs, type DataOf, signIn } from "../support/call-api.ts";
import { clearNotifications } from "../support/ready-notifications.ts";
import { restoreUsers } from "../support/restore-users.ts";
import { ALPHA } from "../support/seed-users.ts";

const PATH = "/site/v2/alarm/delivery";
const { database } = contextOf(env);
let operator = "";
let now = 0;

beforeEach(async () => {
  await restoreUsers();
  await clearNotifications();
  await env.DB.exec("delete from mails");
  await env.DB.exec("update users set type = 9 where account = 'stranger@example.org'");
  operator = await signIn("stranger");
  now = Date.now();
});

async function ask<Path extends "summary" | "page" | "history" | "replay">(
  path: Path,
  input: object = {},
) {
  const { status, body } = await callAs(operator, `${PATH}/${path}`, input);
  return { status, data: body.data as DataOf<`${typeof PATH}/${Path}`> };
}

/** Stores an e-mail, and returns its id. */
async function addMail(template: string, attempts = 1): Promise<number> {
  const { meta } = await env.DB.prepare(
    `insert into mails (cause, template, language, recipient, "values", message_id, created_at, attempts, due_at)
     values (?1, ?2, 'en', 'private@example.org', '{"name":"Private"}', 'x', ?3, ?4, ?3)`,
  )
    .bind(`${template}:${Math.random()}`, template, now, attempts)
    .run();
  return meta.last_row_id;
}

async function addWebhook(): Promise<void> {
  await env.DB.batch([
    env.DB.prepare(
      `insert into webhooks (id, site_id, url, sealed_secret, created_at) values (1, ${ALPHA}, 'https://private.example', 'x', 1)`,
    ),
    ...["deliveredAt", "failedAt", "waits"].map((state, place) =>
      env.DB.prepare(
        `insert into webhook_deliveries (webhook_id, key, type, body, created_at, attempts, due_at, status, fault, delivered_at, failed_at)
         values (1, ?1, 'alarm.start', '', ?2, 2, ?3, ?4, ?5, ?6, ?7)`,
      ).bind(
        `${ALPHA}:${place}`,
        now,
        state === "waits" ? now + HOUR_MS : now + 30 * 24 * HOUR_MS,
        state === "deliveredAt" ? 204 : 500,
        state === "deliveredAt" ? null : "status",
        state === "deliveredAt" ? now : null,
        state === "failedAt" ? now : null,
      ),
    ),
  ]);
}

test("deliveries are counted by channel, and listed without recipients, sites and content", async () => {
  const [waits, sent, failed] = [
    await addMail("invitation"),
    await addMail("alarmStarted"),
    await addMail("alarmStarted", 17),
  ];
  await settleMail(database, sent, { sent: true, recipient: "hash", now });
  await settleMail(database, failed, { sent: false, keptMs: REPLAYABLE_MS, now });
  await addWebhook();
  const { data: summary } = await ask("summary");
  expect(summary).toMatchObject({
    waiting: { urgent: 0, alarms: 0, others: 1 },
    sentLastDay: 1,
    failed: 1,
    replayable: 1,
    channels: {
      mail: { waiting: 1, sent: 1, failed: 1 },
      push: { waiting: 0, sent: 0, failed: 0 },
      webhook: { waiting: 1, sent: 1, failed: 1 },
    },
  });
  const page = { page: 1, size: 20 };
  const mails = await ask("page", { ...page, state: "failed" });
  expect(mails.data).toMatchObject({
    total: 1,
    rows: [{ id: failed, template: "alarmStarted", isReplayable: true, status: null }],
  });
  const waiting = await ask("page", { ...page, state: "waiting", channel: "mail" });
  expect(waiting.data.rows.map(({ id }) => id)).toEqual([waits]);
  const hooks = await ask("page", { ...page, state: "failed", channel: "webhook" });
  expect(hooks.data).toMatchObject({
    total: 1,
    rows: [{ template: "alarm.start", status: 500, fault: "status", isReplayable: false }],
  });
  expect((await ask("page", { ...page, state: "sent", channel: "push" })).data.total).toBe(0);
  const shown = JSON.stringify([summary, mails, waiting, hooks]);
  for (const secret of ["private", "Private", `${ALPHA}:`]) expect(shown).not.toContain(secret);
});

test("the history counts what was sent and failed in each hour, also failed alarm e-mails", async () => {
  const [sent, early, failed, old] = [
    await addMail("invitation"),
    await addMail("alarmEnded"),
    await addMail("alarmStarted"),
    await addMail("invitation"),
  ];
  await settleMail(database, sent, { sent: true, recipient: "hash", now });
  await settleMail(database, early, { sent: true, recipient: "hash", now: now - 5 * HOUR_MS });
  await settleMail(database, failed, { sent: false, keptMs: REPLAYABLE_MS, now });
  await settleMail(database, old, { sent: false, now: now - 30 * HOUR_MS });
  const { data: day } = await ask("history", { channel: "mail", period: "day" });
  expect(day.stepMs).toBe(HOUR_MS);
  expect(day.bars).toHaveLength(24);
  const full = day.bars.filter((bar) => bar.sent + bar.failed > 0);
  expect(full.map((bar) => ({ sent: bar.sent, failed: bar.failed }))).toEqual([
    { sent: 1, failed: 0 },
    { sent: 1, failed: 1 },
  ]);
  const last = full.at(-1)?.from ?? 0;
  expect(now - last).toBeLessThan(HOUR_MS + MINUTE_MS);
  expect(now - last).toBeGreaterThanOrEqual(0);
  const { data: week } = await ask("history", { channel: "mail", period: "week" });
  expect(week.bars).toHaveLength(28);
  expect(week.bars.reduce((sum, bar) => sum + bar.failed, 0)).toBe(2);
  expect((await ask("history", { channel: "fax", period: "day" })).status).toBe(422);
});

test("failed alarm e-mails are sent again once, one or all of them", async () => {
  const failed = [await addMail("alarmStarted"), await addMail("alarmEnded")];
  for (const id of failed)
    await settleMail(database, id, { sent: false, keptMs: REPLAYABLE_MS, now });
  const other = await addMail("invitation");
  await settleMail(database, other, { sent: false, now });
  expect((await ask("replay", { ids: [failed[0], other] })).data).toEqual({ replayed: 1 });
  expect((await ask("replay", { ids: [failed[0]] })).data).toEqual({ replayed: 0 });
  expect((await ask("replay")).data).toEqual({ replayed: 1 });
  expect((await ask("summary")).data).toMatchObject({ failed: 1, replayable: 0 });
});

test("only operators see deliveries", async () => {
  for (const name of ["owner", "demo"]) {
    const token = await signIn(name);
    const input = { channel: "mail", period: "day" };
    expect((await callAs(token, `${PATH}/history`, input)).status, name).toBe(403);
  }
});

import { expect } from "vitest";
import { writeAlarmEvents } from "#database/alarms/write-alarm-events.ts";
import { connect } from "#database/connect.ts";
import { queueMail } from "#database/mails/mails.ts";
import { UNNAMED_OPERATOR } from "#domain/operator.ts";
import { MINUTE_MS, SECOND_MS } from "#domain/units/durations.ts";
import {
  type ClaimedMails,
  sendMails,
  sendQueuedMails,
  sendUrgentMails,
} from "#operations/jobs/send-mails.ts";
import { planNotifications } from "#operations/notifications/plan-notifications.ts";
import { createWritingSender } from "#workers/mail/create-mail-sender.ts";
import { alarmEvent } from "../../support/alarm-event.ts";
import type { TestContext } from "../../support/test-context.ts";

const FROM = { name: "", address: "portal@example.com" };
const PORTAL = { origin: "https://portal.example", operator: UNNAMED_OPERATOR };
/** Time that the provider takes for one e-mail, and senders at once, of four connections each. */
const SEND_MS = SECOND_MS;
const SENDERS = 20;
const CONNECTIONS = 4;
/** Messages of one batch of the queue (wrangler.toml). */
const MESSAGES_AT_ONCE = 5;

export type StormCounts = {
  mails: number;
  /** Virtual time from the first alarm until the last e-mail was accepted, s. */
  seconds: number;
  /** Longest virtual time from the request of a code until it was accepted, s. */
  slowestCode: number;
};

/** Sites with two recipients each, all of whom receive the alarms. */
export async function seedStorm(d1: D1Database, sites: number): Promise<void> {
  for (const table of ["mails", "notices", "site_alarms", "memberships", "sites", "users"])
    await d1.prepare(`delete from ${table}`).run();
  const people = sites * 2;
  const numbers = (count: number) =>
    `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count})`;
  await d1.batch([
    d1.prepare(
      `insert into users (id, account, email, name, password_hash, created_at, activated_at)
      ${numbers(people)} select i, 'u' || i || '@example.org', 'u' || i || '@example.org', 'User ' || i, '', 0, 0 from n`,
    ),
    d1.prepare(
      `insert into sites (id, name, creator_id, created_at, updated_at, online, since)
      ${numbers(sites)} select i, 'Site ' || i, i, 0, 0, 1, 0 from n`,
    ),
    d1.prepare(
      `insert into memberships (user_id, site_id, role, receives_alarms, created_at)
      ${numbers(sites)} select i, i, 1, 1, 0 from n union all select i + ${sites}, i, 2, 1, 0 from n`,
    ),
  ]);
}

/**
 * Raises an alarm at every site within a minute, and simulates the cron of each minute and the senders of the queue. A
 * user requests a code every ten seconds meanwhile. The provider takes a second for an e-mail.
 */
export async function runStorm(
  d1: D1Database,
  context: TestContext,
  sites: number,
): Promise<StormCounts> {
  await seedStorm(d1, sites);
  const database = connect(d1);
  const begin = context.now();
  const sent = new Map<string, number>();
  const acceptedAt = new Map<string, number>();
  const sender = createWritingSender(FROM, PORTAL, {
    async send({ to }) {
      sent.set(to, (sent.get(to) ?? 0) + 1);
      acceptedAt.set(to, context.now());
    },
  });
  const queue: ClaimedMails[] = [];
  const enqueue = async (claims: readonly ClaimedMails[]) => {
    queue.push(...claims);
  };
  let raised = 0;
  let sequence = 0;
  const codes = new Map<string, number>();
  for (let second = 0; sent.size < sites * 2 + codes.size || raised < sites; second++) {
    expect(second).toBeLessThan(900);
    const target = Math.min(sites, Math.ceil(((second + 1) * sites) / 60));
    const events = Array.from({ length: target - raised }, (_, place) => {
      sequence += 1;
      const event = alarmEvent(raised + place + 1, 1, sequence, { startTime: context.now() });
      return { ...event, notice: { key: "1:1:start", step: "start" as const, emailInterval: 60 } };
    });
    raised = target;
    expect((await writeAlarmEvents(database, events, context.now())).size).toBe(0);
    if (second % 10 === 5 && raised < sites * 2 && second < 300) {
      const recipient = `code-${second}@example.net`;
      codes.set(recipient, context.now());
      await queueMail(database, {
        cause: `registerCode:${second}`,
        template: "registerCode",
        values: { code: "123456" },
        language: "en",
        recipient,
        messageId: `<code-${second}@portal.example>`,
        now: context.now(),
      });
    }
    // The announcement of a code is a message of the queue of its own.
    if (second % 10 === 7) await sendUrgentMails(context, sender);
    if (second % 60 === 59) {
      await planNotifications(context);
      await sendMails(context, sender, enqueue);
    }
    // In a second, all senders together send as many e-mails as they have connections.
    const perSecond = (SENDERS * CONNECTIONS * SECOND_MS) / SEND_MS;
    for (let taken = 0; taken < perSecond && queue.length > 0; ) {
      const messages = queue.splice(
        0,
        Math.min(MESSAGES_AT_ONCE, Math.ceil((perSecond - taken) / 20)),
      );
      for (const message of messages) {
        taken += message.ids.length;
        await sendQueuedMails(context, sender, message);
      }
    }
    context.turn(SECOND_MS);
  }
  const alarms = [...sent].filter(([to]) => to.startsWith("u"));
  expect(alarms).toHaveLength(sites * 2);
  for (const [to, count] of sent) expect(count, to).toBe(1);
  const last = Math.max(...alarms.map(([to]) => acceptedAt.get(to) ?? 0));
  const waits = [...codes].map(([to, at]) => (acceptedAt.get(to) ?? Number.POSITIVE_INFINITY) - at);
  return {
    mails: sent.size,
    seconds: (last - begin) / SECOND_MS,
    slowestCode: Math.max(0, ...waits) / SECOND_MS,
  };
}

/** Limits that a storm must keep. */
export const MAX_STORM_MS = 10 * MINUTE_MS;
export const MAX_CODE_MS = 30 * SECOND_MS;

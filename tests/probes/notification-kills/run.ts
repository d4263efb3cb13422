import { expect } from "vitest";
import { writeAlarmEvents } from "#database/alarms/write-alarm-events.ts";
import { connect } from "#database/connect.ts";
import { MINUTE_MS } from "#domain/units/durations.ts";
import { planNotifications } from "#operations/notifications/plan-notifications.ts";
import { seededRandom } from "#simulator/random.ts";
import { alarmEvent } from "../../support/alarm-event.ts";
import { dyingContext } from "../../support/dying-context.ts";
import { Chance } from "../../support/seeded-chance.ts";
import type { TestContext } from "../../support/test-context.ts";
import { type Dangers, MortalSender } from "../mail/mortal-sender.ts";
import { PretendProvider } from "../mail/pretend-provider.ts";
import { seedStorm } from "../notification-storm/run.ts";

/** Alarms of each site; each has two recipients. */
const ALARMS = 5;
/** Statements of a planner's round; a planner may be killed before or after each. */
const STEPS = 12;
const MAX_MINUTES = 3_000;

export type KillCounts = {
  notices: number;
  mails: number;
  plannersKilled: number;
  sendersKilled: number;
  /** Second and further copies, each with the Message-ID of the first. */
  repeated: number;
};

/**
 * Notices through planners and senders that are killed, and a provider that refuses: each event is delivered one to three
 * times, planners run one to two at once, and senders too. Checks that every notice is in exactly one e-mail to each of
 * its recipients, and that a second copy has the first one's Message-ID and followed a lost record.
 */
export async function runKills(
  d1: D1Database,
  context: TestContext,
  { seed, notices, dangers }: { seed: number; notices: number; dangers: Dangers },
): Promise<KillCounts> {
  const chance = new Chance(seededRandom(seed));
  const sites = Math.ceil(notices / (2 * ALARMS));
  await seedStorm(d1, sites);
  await raise(d1, context, chance, sites);
  const provider = new PretendProvider();
  const senders: MortalSender[] = [];
  let plannersKilled = 0;
  for (let minute = 0; (await countOpen(d1)) > 0; minute++) {
    expect(minute).toBeLessThan(MAX_MINUTES);
    context.turn(MINUTE_MS);
    const planners = Array.from({ length: chance.between(1, 2) }, async () => {
      const isKilled = chance.happens(0.5);
      const when = chance.happens(0.5) ? ("before" as const) : ("after" as const);
      const death = isKilled ? { step: chance.between(0, STEPS - 1), when } : null;
      await planNotifications(dyingContext(context, death)).catch((error) => {
        if (!/killed/.test(`${error} ${(error as Error).cause}`)) throw error;
        plannersKilled += 1;
      });
    });
    await Promise.all(planners);
    const together = Array.from(
      { length: chance.between(1, 2) },
      () => new MortalSender(chance, dangers),
    );
    senders.push(...together);
    await Promise.all(together.map((sender) => sender.run(d1, provider, () => context.now())));
  }
  const mails = await checkMessages(d1, sites * ALARMS * 2);
  return {
    notices: sites * ALARMS * 2,
    mails: mails.size,
    plannersKilled,
    sendersKilled: senders.filter(({ isDead }) => isDead).length,
    repeated: checkCopies(provider, mails),
  };
}

async function raise(
  d1: D1Database,
  context: TestContext,
  chance: Chance,
  sites: number,
): Promise<void> {
  const events = Array.from({ length: sites * ALARMS }, (_, place) => {
    const [siteId, logId] = [Math.floor(place / ALARMS) + 1, (place % ALARMS) + 1];
    const event = alarmEvent(siteId, logId, logId, { level: "warning" });
    const notice = { key: `${logId}:1:start`, step: "start" as const, emailInterval: 1 };
    return Array.from({ length: chance.between(1, 3) }, () => ({ ...event, notice }));
  }).flat();
  const failures = await writeAlarmEvents(connect(d1), events, context.now());
  expect(failures.size).toBe(0);
}

async function countOpen(d1: D1Database): Promise<number> {
  const open = `select (select count(*) from notifications where settled_at is null)
    + (select count(*) from mails where sent_at is null and failed_at is null) n`;
  return (await d1.prepare(open).first<number>("n")) ?? 0;
}

/** Each notification is in one e-mail, and each e-mail was sent. Returns the rows by Message-ID. */
async function checkMessages(d1: D1Database, expected: number): Promise<Map<string, number>> {
  const { results } = await d1
    .prepare(
      `select count(*) n, count(distinct notice_id || ' ' || recipient) pairs, sum(outcome = 'sent') sent,
        sum(exists (select 1 from mails where message_id = notifications.message_id and sent_at is not null)) mailed
      from notifications`,
    )
    .all<{ n: number; pairs: number; sent: number; mailed: number }>();
  expect(results).toEqual([{ n: expected, pairs: expected, sent: expected, mailed: expected }]);
  const mails = await d1.prepare("select id, message_id from mails").all<Record<string, unknown>>();
  return new Map(mails.results.map((row) => [row.message_id as string, row.id as number]));
}

function checkCopies({ copies }: PretendProvider, ids: ReadonlyMap<string, number>): number {
  let repeated = 0;
  expect(copies.size).toBe(ids.size);
  for (const [messageId, id] of ids) {
    const taken = copies.get(messageId) ?? [];
    expect(taken.length, messageId).toBeGreaterThan(0);
    for (const { sender } of taken.slice(0, -1))
      expect(sender.hasLost(id), `a second copy of ${messageId}`).toBe(true);
    repeated += taken.length - 1;
  }
  return repeated;
}

import { expect } from "vitest";
import { writeAlarmEvents } from "#database/alarms/write-alarm-events.ts";
import { MINUTE_MS } from "#domain/units/durations.ts";
import { planNotifications } from "#operations/notifications/plan-notifications.ts";
import type { SiteAlarmEvent } from "#protocol/alarms.ts";
import { seededRandom } from "#simulator/random.ts";
import { alarmEvent } from "../../support/alarm-event.ts";
import { type Death, dyingContext } from "../../support/dying-context.ts";
import { Chance } from "../../support/seeded-chance.ts";
import type { TestContext } from "../../support/test-context.ts";
import { type Dangers, MortalSender } from "../mail/mortal-sender.ts";
import { PretendProvider } from "../mail/pretend-provider.ts";
import { seedStorm } from "../notification-storm/run.ts";
import { EntryRecord } from "./entry-record.ts";

/** Alarms of each site, every second of which ends. Each has two recipients. */
const ALARMS = 8;
const NOTICES_OF_SITE = (ALARMS + ALARMS / 2) * 2;
/** Every 31st alarm is a fault, which is repeated until it ends. */
const FAULT_EVERY = 31;
/** Minutes over which the events arrive. */
const ARRIVAL_MINUTES = 2;
/** Statements of a planner's round; a planner may be killed before or after each. */
const STEPS = 12;
const MAX_ROUNDS = 3_000;

export type KillCounts = {
  /** Starts and ends, one for each recipient. */
  notices: number;
  repeats: number;
  /** E-mails, by Message-ID. */
  mails: number;
  consumersKilled: number;
  plannersKilled: number;
  sendersKilled: number;
  /** Acceptances of e-mails, refusals excluded. */
  accepted: number;
  /** Second and further copies, each with the Message-ID of the first. */
  repeated: number;
};

/**
 * Notices through consumers, planners and senders that are killed, and a provider that refuses: each event is delivered
 * one to three times in any order, planners run one to two at once, and senders too. Checks that every notice is in
 * exactly one e-mail to each of its recipients, by the rows and by the texts that the provider accepted, and that a
 * second copy has the first one's Message-ID and followed a lost answer or record.
 */
export async function runKills(
  d1: D1Database,
  context: TestContext,
  { seed, notices, dangers }: { seed: number; notices: number; dangers: Dangers },
): Promise<KillCounts> {
  const chance = new Chance(seededRandom(seed));
  const sites = Math.ceil(notices / NOTICES_OF_SITE);
  await seedStorm(d1, sites);
  const entries = new EntryRecord();
  const provider = new PretendProvider((mail) => entries.read(mail));
  const senders: MortalSender[] = [];
  const killed = { consumers: 0, planners: 0 };
  const deathOf = (probability: number): Death | null => {
    if (!chance.happens(probability)) return null;
    const when = chance.happens(0.5) ? "before" : "after";
    return { step: chance.between(0, STEPS - 1), when };
  };
  let arriving: SiteAlarmEvent[] = eventsOf(chance, sites);
  const portion = Math.ceil(arriving.length / ARRIVAL_MINUTES);
  for (let round = 0; ; round++) {
    expect(round).toBeLessThan(MAX_ROUNDS);
    const received = arriving.splice(0, portion);
    // A consumer that is killed has written some of the events, and all of them are delivered again.
    const isKilled = received.length > 0 && chance.happens(0.4);
    const written = isKilled ? received.slice(0, chance.below(received.length)) : received;
    const { database } = dyingContext(context, deathOf(0.5));
    const failures = await writeAlarmEvents(database, written, context.now());
    killed.consumers += isKilled ? 1 : 0;
    arriving = [...arriving, ...(isKilled ? received : failures.keys())];
    // Minutes in which nothing is due are skipped.
    const dueAt = arriving.length > 0 ? 0 : await findNextDue(d1);
    if (dueAt === null) break;
    const minutes = Math.ceil((dueAt - context.now()) / MINUTE_MS);
    context.turn(Math.max(1, minutes) * MINUTE_MS);
    const planners = Array.from({ length: chance.between(1, 2) }, async () => {
      await planNotifications(dyingContext(context, deathOf(0.5))).catch((error) => {
        if (!/killed/.test(`${error} ${(error as Error).cause}`)) throw error;
        killed.planners += 1;
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
  const expected = sites * NOTICES_OF_SITE;
  const { mails, repeats } = await checkMessages(d1, expected);
  entries.check({ sites, alarms: ALARMS, endsOf: isEnding });
  const repeated = checkCopies(provider, mails);
  return {
    notices: expected,
    repeats,
    mails: mails.size,
    consumersKilled: killed.consumers,
    plannersKilled: killed.planners,
    sendersKilled: senders.filter(({ isDead }) => isDead).length,
    accepted: mails.size + repeated,
    repeated,
  };
}

function isEnding(logId: number): boolean {
  return logId % 2 === 0;
}

/** Returns the events of all sites in any order, each one to three times. */
function eventsOf(chance: Chance, sites: number): SiteAlarmEvent[] {
  const events: SiteAlarmEvent[] = Array.from({ length: sites * ALARMS }, (_, place) => {
    const [siteId, logId] = [Math.floor(place / ALARMS) + 1, (place % ALARMS) + 1];
    const level = place % FAULT_EVERY === 0 ? ("fault" as const) : ("warning" as const);
    const start = alarmEvent(siteId, logId, logId, { level });
    const { startTime } = start.alarm;
    const end = alarmEvent(siteId, logId, ALARMS + logId, {
      level,
      endTime: startTime + MINUTE_MS,
      reason: "recovered",
    });
    return [start, ...(isEnding(logId) ? [end] : [])].flatMap((event) => {
      const step = event === end ? ("end" as const) : ("start" as const);
      const notice = { key: `${logId}:1:${step}`, step, emailInterval: 1 };
      return Array.from({ length: chance.between(1, 3) }, () => ({ ...event, notice }));
    });
  }).flat();
  for (let place = events.length - 1; place > 0; place--) {
    const other = chance.between(0, place);
    [events[place], events[other]] = [
      events[other] as SiteAlarmEvent,
      events[place] as SiteAlarmEvent,
    ];
  }
  return events;
}

/** Returns the next instant at which a notification, a repeat or an e-mail is due, ms UTC; null if nothing is left. */
async function findNextDue(d1: D1Database): Promise<number | null> {
  const next = `select min(at) at from (
    select min(due_at) at from notifications where settled_at is null
    union all select min(next_at) from notices where next_at is not null
    union all select min(max(due_at, coalesce(taken_until, 0))) from mails where sent_at is null and failed_at is null)`;
  return d1.prepare(next).first<number | null>("at");
}

/**
 * Each notification of a start or an end is in one e-mail, and so is each repeat that was not answered meanwhile. All
 * e-mails were sent. Returns the rows by Message-ID.
 */
async function checkMessages(d1: D1Database, expected: number) {
  const counted = (kinds: string) =>
    d1
      .prepare(
        `select count(*) n, count(distinct notice_id || ' ' || recipient) pairs,
          coalesce(sum(outcome = 'sent'), 0) sent,
          coalesce(sum(exists (
            select 1 from mails where message_id = notifications.message_id and sent_at is not null)), 0) mailed
        from notifications
        where notice_id in (select id from notices where kind ${kinds})`,
      )
      .first<{ n: number; pairs: number; sent: number; mailed: number }>();
  const notices = await counted("<> 'repeat'");
  expect(notices).toEqual({ n: expected, pairs: expected, sent: expected, mailed: expected });
  const repeats = await counted("= 'repeat'");
  expect(repeats?.pairs).toBe(repeats?.n);
  expect(repeats?.mailed).toBe(repeats?.sent);
  const { results } = await d1
    .prepare("select id, message_id from mails")
    .all<Record<string, unknown>>();
  const mails = new Map(results.map((row) => [row.message_id as string, row.id as number]));
  return { mails, repeats: repeats?.sent ?? 0 };
}

function checkCopies({ copies }: PretendProvider, ids: ReadonlyMap<string, number>): number {
  let repeated = 0;
  expect(copies.size).toBe(ids.size);
  for (const [messageId, id] of ids) {
    const taken = copies.get(messageId) ?? [];
    expect(taken.length, messageId).toBeGreaterThan(0);
    for (const { sender, isUnanswered } of taken.slice(0, -1))
      expect(isUnanswered || sender.hasLost(id), `a second copy of ${messageId}`).toBe(true);
    repeated += taken.length - 1;
  }
  return repeated;
}

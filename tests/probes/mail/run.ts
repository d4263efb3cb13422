import { expect } from "vitest";
import { connect } from "#database/connect.ts";
import { queueMail } from "#database/mails/mails.ts";
import { MINUTE_MS } from "#domain/units/durations.ts";
import { seededRandom } from "#simulator/random.ts";
import { Chance } from "../../support/seeded-chance.ts";
import { type Dangers, MortalSender } from "./mortal-sender.ts";
import { PretendProvider } from "./pretend-provider.ts";

const BEGIN = Date.UTC(2026, 10, 21, 12);
/** After that many turns everything has been sent, or something is wrong. */
const MAX_TURNS = 1_500;

export type MailCounts = {
  mails: number;
  turns: number;
  killed: number;
  /** Second and further copies, each with the Message-ID of the first. */
  repeated: number;
};

/**
 * E-mails through a provider and senders that fail. In each virtual minute one sender runs, or two at once; after the
 * end, what must hold is checked.
 */
export async function runMails(
  d1: D1Database,
  { seed, count, dangers }: { seed: number; count: number; dangers: Dangers },
): Promise<MailCounts> {
  const chance = new Chance(seededRandom(seed));
  const provider = new PretendProvider();
  const senders: MortalSender[] = [];
  await d1.prepare("delete from mails").run();
  await queueMails(d1, count);
  let now = BEGIN;
  let turns = 0;
  while ((await countOpen(d1)) > 0) {
    turns += 1;
    expect(turns).toBeLessThan(MAX_TURNS);
    const together = Array.from(
      { length: chance.between(1, 2) },
      () => new MortalSender(chance, dangers),
    );
    senders.push(...together);
    await Promise.all(together.map((sender) => sender.run(d1, provider, () => now)));
    now += MINUTE_MS;
  }
  const ids = await checkRows(d1, count);
  return {
    mails: count,
    turns,
    killed: senders.filter(({ isDead }) => isDead).length,
    repeated: checkCopies(provider, ids),
  };
}

async function queueMails(d1: D1Database, count: number): Promise<void> {
  const database = connect(d1);
  for (let begin = 0; begin < count; begin += 100) {
    const numbers = Array.from({ length: Math.min(100, count - begin) }, (_, i) => begin + i);
    const statements = numbers.map((number) =>
      queueMail(database, {
        cause: `passwordChanged:${number}`,
        template: "passwordChanged",
        values: { name: `Person ${number}`, link: "https://portal.example/findpass" },
        language: "en",
        recipient: `person-${number}@example.org`,
        messageId: `<mail-${number}@portal.example>`,
        now: BEGIN,
      }),
    );
    const [first, ...others] = statements;
    if (first) await database.batch([first, ...others]);
  }
}

async function countOpen(d1: D1Database): Promise<number> {
  const open = "select count(*) n from mails where sent_at is null and failed_at is null";
  return (await d1.prepare(open).first<number>("n")) ?? 0;
}

/** All are recorded as sent, and say nothing personal any more. Returns their rows by Message-ID. */
async function checkRows(d1: D1Database, count: number): Promise<Map<string, number>> {
  const { results } = await d1.prepare("select * from mails").all<Record<string, unknown>>();
  expect(results).toHaveLength(count);
  for (const row of results) {
    expect([row.failed_at, row.taken_until, row.values]).toEqual([null, null, "{}"]);
    expect(JSON.stringify(row)).not.toMatch(/@example\.org|Person/);
  }
  return new Map(results.map((row) => [row.message_id as string, row.id as number]));
}

/** Each was taken once at least; again only after a copy whose record was lost. Returns how many again. */
function checkCopies({ copies }: PretendProvider, ids: ReadonlyMap<string, number>): number {
  let repeated = 0;
  expect(copies.size).toBe(ids.size);
  for (const [messageId, id] of ids) {
    const taken = copies.get(messageId) ?? [];
    expect(taken.length, messageId).toBeGreaterThan(0);
    expect(new Set(taken.map(({ to }) => to)).size).toBe(1);
    for (const { sender } of taken.slice(0, -1))
      expect(sender.hasLost(id), `a second copy of ${messageId}`).toBe(true);
    repeated += taken.length - 1;
  }
  return repeated;
}

import { expect } from "vitest";
import { seededRandom } from "#simulator/random.ts";
import { callAs } from "../../support/call-api.ts";
import { seedUsers } from "../../support/seed-users.ts";
import { Chance } from "../../support/seeded-chance.ts";
import { type Line, makeRacer, type Racer, SITES } from "./racer.ts";
import { makeTokens, type Scene, WAYS } from "./ways.ts";

/** Within this the next call and every open socket are refused, ms. */
const WITHIN_MS = 2_000;
const RIGHT_ENDED = 4403;
/** How far apart what races is begun at most, ms. */
const SPREAD_MS = 40;
/** Connections that are being made while the revocation comes. */
const CONNECTIONS = 4;
/** Who makes tokens with a session while it is ended. */
const THIEVES = 3;
const LIST = "/site/v4/getListBySearchFilterAndReorder";

export type Counts = {
  races: number;
  /** Sockets that were there, and those of them that came while the revocation was under way. */
  sockets: number;
  late: number;
  /** From the revocation's answer to the last close, ms; what was closed before it counts as nothing. */
  slowest: number;
  /** Tokens that were made with a session while all of its person's were ended. */
  tokens: number;
};

/** Races of revocations with calls, tickets and sockets of what they end, at real sites' objects. */
export async function runRevocations(
  seed: number,
  count: number,
  print: (line: string) => void,
): Promise<Counts> {
  await seedUsers();
  const chance = new Chance(seededRandom(seed));
  const counts: Counts = { races: 0, sockets: 0, late: 0, slowest: 0, tokens: 0 };
  const ways = Object.entries(WAYS);
  for (let number = 1; number <= count; number += 1) {
    const [name, prepare] = ways[number % ways.length] ?? ["", WAYS.logOut];
    if (prepare === undefined) throw new Error("no way");
    const racer = await makeRacer(number);
    await race(racer, await prepare(racer, number), chance, counts).catch((error: unknown) => {
      throw new Error(`race ${number}, ${name}`, { cause: error });
    });
    if (number % 50 === 0) print(`${number} races`);
  }
  const { races, sockets, late, slowest, tokens } = counts;
  print(
    `${races} races, ${sockets} sockets, ${late} of them opened while it was under way: all closed with ${RIGHT_ENDED}, the slowest ${slowest} ms after the answer; no call of what had ended was answered, nor any of the ${tokens} tokens that were made meanwhile`,
  );
  return counts;
}

async function race(racer: Racer, scene: Scene, chance: Chance, counts: Counts): Promise<void> {
  const { victim, survivor } = scene;
  for (const siteId of SITES) await racer.watch(victim, siteId);
  const other = survivor === null ? null : await racer.watch(survivor, chance.oneOf(SITES));
  const unused = await racer.getTicket(victim, chance.oneOf(SITES));
  const ready: Awaited<ReturnType<Racer["getTicket"]>>[] = [];
  for (let tickets = 0; tickets < CONNECTIONS / 2; tickets += 1)
    ready.push(await racer.getTicket(victim, chance.oneOf(SITES)));
  const begun = Date.now();
  const soon = () => scheduler.wait(chance.below(SPREAD_MS));
  const connecting = Array.from({ length: CONNECTIONS }, async (_, place) => {
    const siteId = chance.oneOf(SITES);
    await soon();
    const ticket = ready[place] ?? (await racer.getTicket(victim, siteId));
    await soon();
    return ticket === undefined ? 0 : racer.open(ticket);
  });
  const stealing = new AbortController();
  for (let turns = chance.below(4); turns > 0; turns -= 1) await soon();
  const thefts = scene.endsTokens ? stealTokens(victim, stealing.signal) : [];
  const revoked = await scene.revoke();
  const revokedAt = Date.now();
  stealing.abort();
  expect(revoked).toBe(200);
  await assertTokensEnded(thefts, scene, counts);

  const [next, ...opened] = await Promise.all([
    callAs(victim, LIST, {}),
    ...connecting,
    unused === undefined ? 0 : racer.open(unused),
  ]);
  expect(next.status).toBe(scene.refusal);
  expect(await racer.getTicket(victim, chance.oneOf(SITES))).toBeUndefined();
  expect(opened.at(-1), "the ticket that was left").toBeTypeOf("number");
  const ended = racer.lines.filter((line) => line !== other);
  for (const line of ended) await assertClosed(line, revokedAt, counts);
  counts.races += 1;
  counts.sockets += ended.length;
  counts.late += ended.filter(({ openedAt }) => openedAt > begun).length;
  await assertAlive(other, survivor);
}

function stealTokens(victim: string, signal: AbortSignal) {
  return Array.from({ length: THIEVES }, () => makeTokens(victim, () => signal.aborted));
}

/** None that was made while they were ended is left, however late it was asked for. */
async function assertTokensEnded(
  thefts: ReturnType<typeof stealTokens>,
  { victim, refusal }: Scene,
  counts: Counts,
): Promise<void> {
  const tokens = (await Promise.all(thefts)).flatMap(({ made }) => made);
  const answers = await Promise.all(tokens.map((token) => callAs(token, LIST, {})));
  expect(answers.filter(({ status }) => status !== 401)).toEqual([]);
  if (thefts.length > 0)
    expect(await makeTokens(victim, () => true)).toEqual({ made: [], refusal });
  counts.tokens += tokens.length;
}

async function assertClosed(line: Line, revokedAt: number, counts: Counts): Promise<void> {
  const since = Math.max(revokedAt, line.openedAt);
  const code = await Promise.race([line.viewer.closed, scheduler.wait(WITHIN_MS)]);
  expect(code, "how the socket was closed").toBe(RIGHT_ENDED);
  counts.slowest = Math.max(counts.slowest, (line.ended?.at ?? Date.now()) - since);
}

/** What was not meant goes on. */
async function assertAlive(line: Line | null, token: string | null): Promise<void> {
  if (line === null || token === null) return;
  await line.viewer.beat();
  expect((await callAs(token, LIST, {})).status).toBe(200);
  line.viewer.socket.close();
}

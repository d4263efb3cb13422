import type { VisitRound } from "#protocol/site-rpc.ts";

/** Messages that the queue takes at once; with 90 sites each they stay well below its 256 KB. */
const AT_ONCE = 50;

export async function sendRounds(queue: Queue, rounds: readonly VisitRound[]): Promise<void> {
  for (let start = 0; start < rounds.length; start += AT_ONCE)
    await queue.sendBatch(rounds.slice(start, start + AT_ONCE).map((body) => ({ body })));
}

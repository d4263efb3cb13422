import { drive, type Rate, type Target } from "./drive.ts";

export type Contender = {
  target: Target;
  /** The process that answers. */
  server: number;
  /** How often it is asked before: code is fast only once it has run often. */
  warmUp: number;
};
type Rounds = { rounds: number; roundMs: number };
type Measure = "perSecond" | "perProcessorSecond";

/**
 * The rates of rounds in which all have their turn, so that what else the machine does meets all of them alike.
 */
export async function driveInRounds<Name extends string>(
  contenders: Readonly<Record<Name, Contender>>,
  { rounds, roundMs }: Rounds,
): Promise<Record<Name, Rate>[]> {
  const names = Object.keys(contenders) as Name[];
  for (const name of names) await warm(contenders[name]);
  const rates: Record<Name, Rate>[] = [];
  for (let round = 0; round < rounds; round++) {
    const of = {} as Record<Name, Rate>;
    // Each second round the other way about: no system always follows the heaviest.
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      const { target, server } = contenders[name];
      of[name] = await drive(target, server, roundMs);
    }
    rates.push(of);
  }
  return rates;
}

async function warm({ target, server, warmUp }: Contender): Promise<void> {
  for (let asked = 0; asked < warmUp; ) asked += (await drive(target, server, 500)).answers;
}

/** Both rates of the round whose ratio is the median: what else the machine did in it, it did to both. */
export function medianRound<Name extends string>(
  rounds: readonly Record<Name, Rate>[],
  [ours, floor]: readonly [Name, Name],
  measure: Measure,
): { ours: number; floor: number } {
  const pairs = rounds
    .map((round) => ({ ours: round[ours][measure], floor: round[floor][measure] }))
    .toSorted((one, other) => one.ours / one.floor - other.ours / other.floor);
  const middle = pairs[pairs.length >> 1];
  if (middle === undefined) throw new RangeError("no rounds");
  return middle;
}

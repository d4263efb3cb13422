import { median } from "../../support/quantiles.ts";
import { KINDS, type QuestionKind, type Questions } from "./questions.ts";
import type { Curve, Question, System } from "./system.ts";

/** Median times by kind of question and system, each less that system's own empty call. */
export type Measured = { kind: QuestionKind; ms: number[]; emptyMs: number[]; asked: number };

type Rounds = { warm: number; rounds: number };
const LOOKED_AT = 3;

/** All systems are asked the same in turns, so that what else the machine does meets all of them alike. */
export async function measure(
  systems: readonly System[],
  questions: Questions,
  { warm, rounds }: Rounds,
): Promise<Measured[]> {
  const found = KINDS.map((kind) => ({
    kind,
    whole: systems.map((): number[] => []),
    empty: systems.map((): number[] => []),
    asked: 0,
  }));
  for (let round = -warm; round < rounds; round++)
    for (const one of found) {
      const question = questions.next(one.kind);
      if (question === null) continue;
      const answers: Curve[][] = [];
      for (let turn = 0; turn < systems.length; turn++) {
        const place = (turn + Math.abs(round)) % systems.length;
        const system = systems[place];
        if (system === undefined) continue;
        const empty = await system.ask(questions.emptyOf(question));
        const { ms, body } = await system.ask(question);
        if (round < LOOKED_AT - warm) answers.push(system.read(question, body));
        if (round < 0) continue;
        one.whole[place]?.push(ms);
        one.empty[place]?.push(empty.ms);
      }
      if (round < LOOKED_AT - warm) demandAlike(one.kind.name, question, answers);
      else if (round >= 0) one.asked += 1;
    }
  return found.map(({ kind, whole, empty, asked }) => ({
    kind,
    asked,
    emptyMs: empty.map(median),
    ms: whole.map((times, place) => median(times) - median(empty[place] ?? [])),
  }));
}

/** @throws Error where systems tell something else: what is measured must be the same work */
function demandAlike(name: string, { bucketMs }: Question, answers: readonly Curve[][]): void {
  const [first = []] = answers;
  for (const answer of answers.slice(1))
    for (const [place, curve] of first.entries()) {
      const other = answer[place] ?? { at: [], value: [] };
      // Local days are not those of UTC: one more, and each a little different.
      const isRaw = bucketMs === null;
      const counts = [curve.at.length, other.at.length];
      const means = [meanOf(curve), meanOf(other)] as const;
      const size = Math.max(1, Math.abs(means[0]));
      const isAlike =
        Math.abs(curve.at.length - other.at.length) <= (isRaw ? 0 : 2) &&
        Math.abs(means[0] - means[1]) <= (isRaw ? 1e-6 : 0.03) * size;
      if (!isAlike) throw new Error(`${name}: ${counts} points, means ${means}`);
    }
}

function meanOf({ value }: Curve): number {
  return value.reduce((sum, one) => sum + Number(one), 0) / value.length;
}

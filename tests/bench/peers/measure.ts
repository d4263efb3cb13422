import { median } from "../../support/quantiles.ts";
import { readProcessorMs } from "./processor-time.ts";
import { KINDS, type QuestionKind, type Questions } from "./questions.ts";
import type { Curve, Question, System } from "./system.ts";

/** Of one kind of question, by system, each less that system's own empty call. */
export type Measured = {
  kind: QuestionKind;
  asked: number;
  /** Medians by the clock. */
  ms: number[];
  emptyMs: number[];
  /** Means of the processor's time, which who else wants the processors does not lengthen. */
  processorMs: number[];
};

type Rounds = { warm: number; rounds: number };
type Spent = { ms: number[]; processorMs: number };
type Taken = { whole: Spent; empty: Spent };
const LOOKED_AT = 3;

/** All systems are asked the same in turns, so that what else the machine does meets all of them alike. */
export async function measure(
  systems: readonly System[],
  questions: Questions,
  { warm, rounds }: Rounds,
): Promise<Measured[]> {
  const found = KINDS.map((kind) => ({ kind, asked: 0, taken: systems.map(nothing) }));
  for (let round = -warm; round < rounds; round++)
    for (const one of found) {
      const question = questions.next(one.kind);
      if (question === null) continue;
      const answers: Curve[][] = [];
      for (let turn = 0; turn < systems.length; turn++) {
        const place = (turn + Math.abs(round)) % systems.length;
        const [system, taken] = [systems[place], one.taken[place]];
        if (system === undefined || taken === undefined) continue;
        const counted = round < 0 ? nothing() : taken;
        // Whichever comes first finds a system that has rested.
        const isEmptyFirst = round % 2 === 0;
        if (isEmptyFirst) await ask(system, questions.emptyOf(question), counted.empty);
        const body = await ask(system, question, counted.whole);
        if (!isEmptyFirst) await ask(system, questions.emptyOf(question), counted.empty);
        if (round < LOOKED_AT - warm) answers.push(system.read(question, body));
      }
      if (round < LOOKED_AT - warm) assertAlike(one.kind.name, question, answers);
      if (round >= 0) one.asked += 1;
    }
  return found.map(({ kind, asked, taken }) => ({
    kind,
    asked,
    emptyMs: taken.map(({ empty }) => median(empty.ms)),
    ms: taken.map(({ whole, empty }) => median(whole.ms) - median(empty.ms)),
    processorMs: taken.map(({ whole, empty }) => (whole.processorMs - empty.processorMs) / asked),
  }));
}

function nothing(): Taken {
  return { whole: { ms: [], processorMs: 0 }, empty: { ms: [], processorMs: 0 } };
}

async function ask(system: System, question: Question, spent: Spent): Promise<Buffer> {
  const before = readProcessorMs(system.processes);
  const { ms, body } = await system.ask(question);
  spent.processorMs += readProcessorMs(system.processes) - before;
  spent.ms.push(ms);
  return body;
}

/** @throws Error if systems return different answers: the measured work must be the same */
function assertAlike(name: string, { bucketMs }: Question, answers: readonly Curve[][]): void {
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

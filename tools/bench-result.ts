/** One result beside its bare floor, both of the same run. */
export type BenchResult = {
  name: string;
  /** As `frames/s` or `ms p99`. */
  unit: string;
  ours: number;
  /** What the floor is, in a few words. */
  floorIs: string;
  floor: number;
  /** Bound of ours ÷ floor. Without one the result is reported and not judged. */
  bar?: { atLeast: number } | { atMost: number };
};

/** How floors stand to each other, so that a floor that was slow by accident is noticed: it would ease the bar. */
export type FloorCheck = {
  name: string;
  ratio: number;
  /** What was measured on a quiet machine, or what two rounds alike would give. */
  expected: number;
  /** Which way a ratio errs that makes the run invalid: rates that are low, latencies that are high, or both. */
  slowIf: "below" | "above" | "either";
};

export type Bench = (run: {
  /** Few and short rounds: a look, no proof. */
  isQuick: boolean;
}) => Promise<{ results: BenchResult[]; floors?: FloorCheck[] }>;

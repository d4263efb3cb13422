/** One result and its bare floor, both measured in the same run. */
export type BenchResult = {
  name: string;
  /** Unit of the values, such as `frames/s` or `ms p99`. */
  unit: string;
  ours: number;
  /** Short description of the floor. */
  floorIs: string;
  floor: number;
  /** Bound of our value divided by the floor. A result without a bound is reported and not judged. */
  bar?: { atLeast: number } | { atMost: number };
};

/** Ratio of two floors. It reveals a floor that was slow by accident, which would make the bound easier to meet. */
export type FloorCheck = {
  name: string;
  ratio: number;
  /** Ratio measured on a quiet machine, or the ratio that two equal rounds would give. */
  expected: number;
  /** Direction in which a wrong ratio makes the run invalid: `below` for rates, `above` for latencies, or `either`. */
  slowIf: "below" | "above" | "either";
};

export type Bench = (run: {
  /** Whether the run had few and short rounds, which give an impression and prove nothing. */
  isQuick: boolean;
}) => Promise<{ results: BenchResult[]; floors?: FloorCheck[] }>;

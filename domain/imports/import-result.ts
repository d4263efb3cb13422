import type { ImportFlow, ImportRegister } from "./import-targets.ts";
import type { RowStep } from "./row-times.ts";

export const IMPORT_PROBLEMS = [
  "time",
  "number",
  "skippedHour",
  "outOfRange",
  "tooLarge",
  "tooManyRows",
  "noColumns",
  "noValues",
] as const;
/** Something that prevents an import, with the line of the file, counted from 1; null if it concerns the whole file. */
export type ImportProblem = {
  code: (typeof IMPORT_PROBLEMS)[number];
  line: number | null;
  text: string;
};

/** Values over instants, ms UTC, ascending. */
export type Points = { at: number[]; values: number[] };

/** Result of reading a file: its problems, and all that an import would store. */
export type ImportResult = {
  /** The first problems; nothing is imported unless it is empty. */
  problems: ImportProblem[];
  problemCount: number;
  rows: number;
  /** Rows without a time, such as totals, which are left out. */
  otherRows: number;
  /** Rows of an instant that a later row has, too; the last one counts. */
  duplicates: number;
  /** Rows of a local time that the clocks skip, with no value but zero, which are left out. */
  skippedRows: number;
  /** Values below zero of quantities that have no sign; they count as zero. */
  negatives: number;
  /** Rows in a repeated hour, the line of the first one, and whether the file has both passes of each hour. */
  repeated: { rows: number; line: number; hasBothPasses: boolean } | null;
  step: RowStep | null;
  /** The first and the end of the last period, ms UTC; null without rows. */
  from: number | null;
  until: number | null;
  /** Sum of each flow, Wh. */
  sums: Partial<Record<ImportFlow, number>>;
  energies: Partial<Record<ImportFlow, Points>>;
  samples: Partial<Record<ImportRegister, Points>>;
};

import type { TaskMeta } from "vitest";
import type { Measured } from "#tools/cost/counts.ts";

/** Reports the counts of a case to the command that runs it. */
export function reportCounts(meta: TaskMeta, counted: Partial<Measured>): void {
  Object.assign(meta, { counted });
}

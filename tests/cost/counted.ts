import type { TaskMeta } from "vitest";
import type { Measured } from "#tools/cost/counts.ts";

/** Hands over what a case counted to the command that runs it. */
export function handOver(meta: TaskMeta, counted: Partial<Measured>): void {
  Object.assign(meta, { counted });
}

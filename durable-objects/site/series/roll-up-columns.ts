import { type Quarter, rollUpQuarter } from "#domain/history/rollup.ts";
import type { RegisterValue } from "#domain/registers/register.ts";
import type { QuarterColumn } from "./rollup-codec.ts";

/** Rolls up the numbers of one register by bucket; texts and nulls are ignored. */
export function rollUpColumn(
  times: readonly number[],
  column: readonly RegisterValue[],
  bucketMs: number,
): QuarterColumn {
  const { at, values } = numbersOf(times, column);
  const buckets: number[] = [];
  const rollups: Quarter[] = [];
  for (let start = 0; start < at.length; ) {
    const bucket = Math.floor((at[start] ?? 0) / bucketMs);
    const until = (bucket + 1) * bucketMs;
    let end = start + 1;
    while (end < at.length && (at[end] ?? 0) < until) end++;
    const rollup = rollUpQuarter(at, values, start, end);
    if (rollup !== null) {
      buckets.push(bucket);
      rollups.push(rollup);
    }
    start = end;
  }
  return { buckets, rollups };
}

/** Rolls up several registers; those without numbers are left out. */
export function rollUpColumns(
  times: readonly number[],
  columns: ReadonlyMap<number, readonly RegisterValue[]>,
  bucketMs: number,
): Map<number, QuarterColumn> {
  const rolled = new Map<number, QuarterColumn>();
  for (const [id, column] of columns) {
    const one = rollUpColumn(times, column, bucketMs);
    if (one.buckets.length > 0) rolled.set(id, one);
  }
  return rolled;
}

/** Returns the samples of a column that are numbers. */
export function numbersOf(
  times: readonly number[],
  column: readonly RegisterValue[],
): { at: readonly number[]; values: readonly number[] } {
  if (column.every((value) => typeof value === "number")) return { at: times, values: column };
  const at: number[] = [];
  const values: number[] = [];
  for (const [index, value] of column.entries())
    if (typeof value === "number") {
      at.push(times[index] ?? 0);
      values.push(value);
    }
  return { at, values };
}

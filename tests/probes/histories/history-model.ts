import { mergeValues } from "#domain/registers/merge-values.ts";
import type { RegisterValue } from "#domain/registers/register.ts";
import type { SampleBatch } from "#durable-objects/site/series/sample-batch.ts";
import type { StoredValue } from "../../support/read-pairs.ts";

const HOUR_MS = 3_600_000;
const LONGEST_STEP_MS = 20 * 60_000;

/** The rules of the store over plain maps, and its figures from all values each time. */
export class HistoryModel {
  readonly #values = new Map<string, Map<number, RegisterValue>>();

  append({ times, columns }: SampleBatch): void {
    for (const [address, column] of columns) {
      const stored = this.#values.get(address) ?? new Map<number, RegisterValue>();
      this.#values.set(address, stored);
      for (const [index, at] of times.entries())
        stored.set(at, mergeValues(stored.get(at) ?? null, column[index] ?? null));
    }
  }

  read(address: string, from: number, until: number): StoredValue[] {
    return [...(this.#values.get(address) ?? [])]
      .filter(([at, value]) => at >= from && at < until && value !== null)
      .sort(([a], [b]) => a - b);
  }

  /** What a rollup of this time says, as the definitions say it. */
  figures(address: string, from: number, until: number) {
    const samples = this.read(address, from, until).flatMap(([at, value]) =>
      typeof value === "number" ? [{ at, value }] : [],
    );
    const [first, last] = [samples[0], samples.at(-1)];
    if (first === undefined || last === undefined) return null;
    const values = samples.map(({ value }) => value);
    const steps = samples.slice(1).map((to, index) => ({ from: samples[index] ?? to, to }));
    const lines = steps.filter(({ from, to }) => to.at - from.at <= LONGEST_STEP_MS);
    const area = (sign: number) =>
      lines.reduce((sum, { from, to }) => {
        const hours = (to.at - from.at) / HOUR_MS;
        return sum + hours * meanAboveZero(sign * from.value, sign * to.value);
      }, 0);
    return {
      count: samples.length,
      sum: values.reduce((sum, value) => sum + value, 0),
      min: Math.min(...values),
      max: Math.max(...values),
      firstAt: first.at,
      first: first.value,
      lastAt: last.at,
      last: last.value,
      falls: steps.filter(({ from, to }) => to.value < from.value).length,
      above: area(1),
      below: area(-1),
      covered: lines.reduce((sum, { from, to }) => sum + to.at - from.at, 0),
    };
  }
}

/** Mean of a straight line's part above zero: a trapezium, or the triangle up to where it crosses zero. */
function meanAboveZero(from: number, to: number): number {
  const [least, greatest] = from < to ? [from, to] : [to, from];
  if (least >= 0) return least + (greatest - least) / 2;
  return greatest <= 0 ? 0 : (greatest / 2) * (greatest / (greatest - least));
}

import { dayOf, daySpan } from "#domain/history/local-days.ts";
import { mergeValues } from "#domain/registers/merge-values.ts";
import type { RegisterValue } from "#domain/registers/register.ts";
import { HOUR_MS, MINUTE_MS } from "#domain/units/durations.ts";
import type { SampleBatch } from "#durable-objects/site/series/sample-batch.ts";
import type { StoredValue } from "../../support/read-pairs.ts";

/** The rules of the store over plain maps, with rollups computed from all values each time. */
export class HistoryModel {
  readonly #values = new Map<string, Map<number, RegisterValue>>();

  appendSamples({ times, columns }: SampleBatch): void {
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

  #numbers(address: string, from: number, until: number): { at: number; value: number }[] {
    return this.read(address, from, until).flatMap(([at, value]) =>
      typeof value === "number" ? [{ at, value }] : [],
    );
  }

  /** The median interval of the local day of an instant, the lower one of two, ms. */
  #median(address: string, at: number, zone: string): number {
    const { from, to } = daySpan(zone, dayOf(zone, at));
    const numbers = this.#numbers(address, from, to);
    const steps = numbers.slice(1).map((next, index) => next.at - (numbers[index] ?? next).at);
    return steps.sort((one, other) => one - other)[Math.floor((steps.length - 1) / 2)] ?? 0;
  }

  /** The bridge limit of the step between two instants, and from what length on it is a gap. */
  #limits(address: string, from: number, to: number, zone: string) {
    const usual = Math.max(this.#median(address, from, zone), this.#median(address, to, zone));
    return {
      bridge: Math.min(180 * MINUTE_MS, Math.max(20 * MINUTE_MS, 3 * usual)),
      gap: Math.max(1.5 * MINUTE_MS, 1.5 * usual),
    };
  }

  /** The average over time of a bucket, each sample holding until the next one; null where none does. */
  average(address: string, from: number, until: number, zone: string, now: number): number | null {
    const numbers = this.#numbers(address, from - 180 * MINUTE_MS, until);
    let area = 0;
    let ms = 0;
    for (const [index, { at, value }] of numbers.entries()) {
      const next = numbers[index + 1]?.at ?? Math.min(now, until);
      const end = Math.min(next, until, at + this.#limits(address, at, at, zone).bridge);
      const held = end - Math.max(at, from);
      if (held <= 0) continue;
      area += value * held;
      ms += held;
    }
    return ms === 0 ? null : area / ms;
  }

  /** What a rollup of this time says, as the definitions say it. */
  rollupOf(address: string, from: number, until: number, zone: string) {
    const samples = this.#numbers(address, from, until);
    const [first, last] = [samples[0], samples.at(-1)];
    if (first === undefined || last === undefined) return null;
    const values = samples.map(({ value }) => value);
    const steps = samples.slice(1).map((to, index) => {
      const start = samples[index] ?? to;
      const ms = to.at - start.at;
      const hold = Math.min(ms, this.#limits(address, start.at, start.at, zone).bridge);
      return { from: start, to, ms, hold, ...this.#limits(address, start.at, to.at, zone) };
    });
    const lines = steps.filter(({ ms, bridge }) => ms <= bridge);
    const area = (sign: number) =>
      lines.reduce((sum, { from, to, ms }) => {
        return sum + (ms / HOUR_MS) * meanAboveZero(sign * from.value, sign * to.value);
      }, 0);
    const sumOf = (numbers: number[]) => numbers.reduce((sum, value) => sum + value, 0);
    return {
      count: samples.length,
      sum: sumOf(values),
      min: Math.min(...values),
      max: Math.max(...values),
      firstAt: first.at,
      first: first.value,
      lastAt: last.at,
      last: last.value,
      falls: steps.filter(({ from, to }) => to.value < from.value).length,
      above: area(1),
      below: area(-1),
      covered: sumOf(lines.map(({ ms }) => ms)),
      held: sumOf(steps.map(({ from, hold }) => from.value * hold)),
      heldMs: sumOf(steps.map(({ hold }) => hold)),
      bridged: sumOf(lines.map(({ ms, gap }) => (ms > gap ? ms : 0))),
    };
  }
}

/** Mean of a straight line's part above zero: a trapezium, or the triangle up to where it crosses zero. */
function meanAboveZero(from: number, to: number): number {
  const [least, greatest] = from < to ? [from, to] : [to, from];
  if (least >= 0) return least + (greatest - least) / 2;
  return greatest <= 0 ? 0 : (greatest / 2) * (greatest / (greatest - least));
}

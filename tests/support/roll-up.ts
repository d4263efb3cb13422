import { QUICK_STEP_MS, type UsualAt, usualInterval } from "#domain/history/bridging.ts";
import { firstAndLast, type SampleReader } from "#domain/history/energy.ts";
import {
  joinQuarters,
  type Quarter,
  type Rollup,
  rollUpQuarter,
  type Sample,
} from "#domain/history/rollup.ts";

const QUARTER_MS = 15 * 60_000;

/** The quarters of an hour of samples in order of time. */
export function quartersOf(at: readonly number[], values: readonly number[]): Quarter[] {
  const quarters: Quarter[] = [];
  for (let start = 0; start < at.length; ) {
    const until = (Math.floor((at[start] ?? 0) / QUARTER_MS) + 1) * QUARTER_MS;
    let end = start + 1;
    while (end < at.length && (at[end] ?? 0) < until) end++;
    const quarter = rollUpQuarter(at, values, start, end);
    if (quarter !== null) quarters.push(quarter);
    start = end;
  }
  return quarters;
}

/** Of samples in order of time. @param usualAt by default the median interval of these very samples */
export function rollUp(
  at: readonly number[],
  values: readonly number[],
  usualAt: UsualAt = usualOf(at.map((instant) => ({ at: instant, value: 0 }))),
): Rollup | null {
  return joinQuarters(quartersOf(at, values), usualAt);
}

/** Reads samples as a site's store does; the parts are quarters of an hour. */
export function readerOf(samples: readonly Sample[]): SampleReader {
  const all = (from: number, until: number) => {
    const [start, end] = [from, until].map((edge) => {
      const place = samples.findIndex(({ at }) => at >= edge);
      return place === -1 ? samples.length : place;
    });
    return samples.slice(start, end);
  };
  return {
    all,
    aroundFalls(from, until, most) {
      const some = all(from, until);
      const quarters = quartersOf(
        some.map(({ at }) => at),
        some.map(({ value }) => value),
      );
      const read = quarters.flatMap((quarter) =>
        quarter.falls > 0
          ? some.filter(({ at }) => at >= quarter.firstAt && at <= quarter.lastAt)
          : firstAndLast(quarter),
      );
      return read.length > most ? null : read;
    },
  };
}

/** The median interval of samples, whenever it is asked for. */
export function usualOf(samples: readonly Sample[]): UsualAt {
  const steps = samples.slice(1).map(({ at }, index) => at - (samples[index]?.at ?? 0));
  const slow = steps.filter((step) => step > QUICK_STEP_MS);
  const usual = usualInterval(slow, steps.length - slow.length);
  return () => usual;
}

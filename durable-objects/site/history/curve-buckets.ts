import { holdTime, type UsualAt } from "#domain/history/bridging.ts";
import { DAY_MS } from "#domain/history/bucket-sizes.ts";
import { holdOver } from "#domain/history/hold-over.ts";
import { dayOf, listDays, startOfDay } from "#domain/history/local-days.ts";
import type { CurvesQuestion } from "#protocol/history/curves.ts";
import type { SeriesStore } from "../series/series-store.ts";
import type { BucketSums } from "../series/summing.ts";

type Store = Pick<SeriesStore, "sums" | "dayRollups" | "now">;
/** What a curve tells of a bucket; nothing where its count is 0. */
export type Bucket = { -readonly [Name in keyof BucketSums]: number };
const NO_BUCKET: Bucket = {
  ...{ count: 0, sum: 0, min: 0, max: 0, firstAt: 0, lastAt: 0, area: 0, held: 0 },
};

export function listOf(sums: BucketSums | undefined): Bucket[] {
  if (sums === undefined) return [];
  return Array.from(sums.count, (count, place) => ({
    count,
    sum: sums.sum[place] ?? 0,
    min: sums.min[place] ?? 0,
    max: sums.max[place] ?? 0,
    firstAt: sums.firstAt[place] ?? 0,
    lastAt: sums.lastAt[place] ?? 0,
    area: sums.area[place] ?? 0,
    held: sums.held[place] ?? 0,
  }));
}

/** A sample, ms UTC. */
export type Sample = { at: number; value: number };
/** What holds as the first bucket begins. */
export type InForce = { last: Sample | null; usualAt: UsualAt; now: number };

/** Sums of samples in order of time. */
export function sumUp(
  at: readonly number[],
  values: readonly number[],
  edges: readonly number[],
  { last, usualAt, now }: InForce,
): (Bucket | null)[] {
  const buckets = edges.slice(1).map((): Bucket => ({ ...NO_BUCKET }));
  let place = 0;
  const hold = (from: number, value: number, nextAt: number) => {
    const step = nextAt - from;
    const end = from + holdTime(usualAt, from, step);
    for (let next = place; next < buckets.length; next++) {
      const start = Math.max(from, edges[next] ?? 0);
      if (start >= end) break;
      const ms = Math.min(end, edges[next + 1] ?? 0) - start;
      const bucket = buckets[next];
      if (bucket === undefined || ms <= 0) continue;
      bucket.area += value * ms;
      bucket.held += ms;
    }
  };
  if (last !== null) hold(last.at, last.value, at[0] ?? now);
  for (let index = 0; index < at.length; index++) {
    const instant = at[index] ?? 0;
    const value = values[index] ?? 0;
    while (place + 1 < buckets.length && (edges[place + 1] ?? 0) <= instant) place++;
    const bucket = buckets[place];
    if (bucket === undefined) break;
    if (bucket.count === 0) {
      bucket.firstAt = instant;
      bucket.min = value;
      bucket.max = value;
    }
    if (value < bucket.min) bucket.min = value;
    if (value > bucket.max) bucket.max = value;
    bucket.count += 1;
    bucket.sum += value;
    bucket.lastAt = instant;
    hold(instant, value, at[index + 1] ?? now);
  }
  return buckets;
}

/** Of the site's own days, which are kept; of those at the ends of the span what lies within it. */
export function readDays(
  store: Store,
  asked: CurvesQuestion,
  bucketMs: number,
): Map<string, (Bucket | null)[]> {
  const { addresses, timeZone, from, until } = asked;
  const days = listDays(timeZone, { from, to: until });
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return new Map();
  // The day before is read because its last sample may hold on into the first.
  const rollups = store.dayRollups(addresses, { first: first.day - 1, end: last.day + 1 });
  const beforeFirst = startOfDay(timeZone, first.day - 1);
  const edges = [beforeFirst, ...days.map((day) => day.from), last.to];
  // A date that was left out is no day.
  const places = [0, ...days.map((day) => day.day - first.day + 1)];
  const cuts = new Map<number, Map<string, BucketSums>>();
  for (const [index, day] of days.entries()) {
    const span = [Math.max(day.from, from), Math.min(day.to, until)];
    if (span[0] !== day.from || span[1] !== day.to) cuts.set(index, store.sums(addresses, span));
  }
  const each = Math.round(bucketMs / DAY_MS);
  const found = new Map<string, (Bucket | null)[]>();
  for (const [address, all] of rollups) {
    const own = places.map((place) => all[place] ?? null);
    const usual = new Map(places.map((place) => [first.day - 1 + place, all[place]?.usual ?? 0]));
    const usualAt = (at: number) => usual.get(dayOf(timeZone, at)) ?? 0;
    const held = holdOver(edges, own, usualAt, store.now);
    const buckets = days.map((_, index): Bucket | null => {
      const sums = cuts.get(index);
      if (sums !== undefined) return listOf(sums.get(address))[0] ?? null;
      const rollup = own[index + 1];
      const { area, ms } = held[index + 1] ?? { area: 0, ms: 0 };
      return rollup ? { ...rollup, area, held: ms } : null;
    });
    found.set(
      address,
      Array.from({ length: Math.ceil(days.length / each) }, (_, index) =>
        joinBuckets(buckets.slice(index * each, (index + 1) * each)),
      ),
    );
  }
  return found;
}

function joinBuckets(buckets: readonly (Bucket | null)[]): Bucket | null {
  const some = buckets.filter((bucket) => bucket !== null && bucket.count > 0) as Bucket[];
  return some.reduce<Bucket | null>(
    (one, next) =>
      one === null
        ? next
        : {
            count: one.count + next.count,
            sum: one.sum + next.sum,
            min: Math.min(one.min, next.min),
            max: Math.max(one.max, next.max),
            firstAt: one.firstAt,
            lastAt: next.lastAt,
            area: one.area + next.area,
            held: one.held + next.held,
          },
    null,
  );
}

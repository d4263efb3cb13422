import type { UsualAt } from "#domain/history/bridging.ts";
import { holdOver } from "#domain/history/hold-over.ts";
import { dayOf, listDays, startOfDay } from "#domain/history/local-days.ts";
import { DAY_MS } from "#domain/units/durations.ts";
import type { CurvesQuestion } from "#protocol/history/curves.ts";
import type { BucketSums } from "../series/bucket-columns.ts";
import type { Channel } from "../series/sample-set.ts";
import type { SeriesStore } from "../series/series-store.ts";
import { Summing } from "../series/summing.ts";

type Store = Pick<SeriesStore, "sums" | "dayRollups" | "now">;
/** The sums of one bucket; it is empty if its count is 0. */
type Bucket = { -readonly [Name in keyof BucketSums]: number };

function bucketAt(sums: BucketSums | undefined, place: number): Bucket | null {
  if (sums === undefined || !(place < sums.count.length)) return null;
  return {
    count: sums.count[place] ?? 0,
    sum: sums.sum[place] ?? 0,
    min: sums.min[place] ?? 0,
    max: sums.max[place] ?? 0,
    firstAt: sums.firstAt[place] ?? 0,
    lastAt: sums.lastAt[place] ?? 0,
    area: sums.area[place] ?? 0,
    held: sums.held[place] ?? 0,
  };
}

function sumsOf(buckets: readonly (Bucket | null)[]): BucketSums {
  const column = (name: keyof Bucket) => Float64Array.from(buckets, (one) => one?.[name] ?? 0);
  return {
    count: column("count"),
    sum: column("sum"),
    min: column("min"),
    max: column("max"),
    firstAt: column("firstAt"),
    lastAt: column("lastAt"),
    area: column("area"),
    held: column("held"),
  };
}

/** A sample, ms UTC. */
export type Sample = { at: number; value: number };
/**
 * Sums the numbers of ascending samples. A value from before the first edge that holds on after it counts, too.
 * @param since samples before the first edge are read from here on, ms UTC
 * @param last the newest number before `since`, if nothing newer is before the first edge
 */
export function sumSamples(
  { at, values }: Channel,
  edges: readonly number[],
  {
    since,
    last,
    usualAt,
    now,
  }: { since: number; last: Sample | null; usualAt: UsualAt; now: number },
): BucketSums {
  const summing = new Summing([Math.min(last?.at ?? since, since), ...edges], usualAt, true);
  if (last !== null) summing.addSamples([last.at], [last.value]);
  summing.addSamples(at, values);
  summing.finish(now);
  return summing.sums.withoutFirst();
}

/** Reads the site's own days, which are stored; days at the ends of the span are clipped to it. */
export function readDays(
  store: Store,
  asked: CurvesQuestion,
  bucketMs: number,
): Map<string, BucketSums> {
  const { addresses, timeZone, from, until } = asked;
  const days = listDays(timeZone, { from, to: until });
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return new Map();
  // The day before is read because its last sample may hold on into the first.
  const rollups = store.dayRollups(addresses, { first: first.day - 1, end: last.day + 1 });
  const beforeFirst = startOfDay(timeZone, first.day - 1);
  const edges = [beforeFirst, ...days.map((day) => day.from), last.to];
  // A date that a zone skipped is no day.
  const places = [0, ...days.map((day) => day.day - first.day + 1)];
  const cuts = new Map<number, Map<string, BucketSums>>();
  for (const [index, day] of days.entries()) {
    const span = [Math.max(day.from, from), Math.min(day.to, until)];
    if (span[0] !== day.from || span[1] !== day.to) cuts.set(index, store.sums(addresses, span));
  }
  const each = Math.round(bucketMs / DAY_MS);
  const found = new Map<string, BucketSums>();
  for (const [address, all] of rollups) {
    const own = places.map((place) => all[place] ?? null);
    const usual = new Map(places.map((place) => [first.day - 1 + place, all[place]?.usual ?? 0]));
    const usualAt = (at: number) => usual.get(dayOf(timeZone, at)) ?? 0;
    const held = holdOver(edges, own, usualAt, store.now);
    const buckets = days.map((_, index): Bucket | null => {
      const sums = cuts.get(index);
      if (sums !== undefined) return bucketAt(sums.get(address), 0);
      const rollup = own[index + 1];
      const { area, ms } = held[index + 1] ?? { area: 0, ms: 0 };
      return rollup ? { ...rollup, area, held: ms } : null;
    });
    found.set(
      address,
      sumsOf(
        Array.from({ length: Math.ceil(days.length / each) }, (_, index) =>
          joinBuckets(buckets.slice(index * each, (index + 1) * each)),
        ),
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

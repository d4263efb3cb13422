import type { UsualAt } from "#domain/history/bridging.ts";
import { type Held, holdOver } from "#domain/history/hold-over.ts";
import { dayOf, listDays, startOfDay } from "#domain/history/local-days.ts";
import { DAY_MS } from "#domain/units/durations.ts";
import type { CurvesQuery } from "#protocol/history/curves.ts";
import { BucketColumns, type BucketSums } from "../series/bucket-columns.ts";
import type { DayRollup } from "../series/rollup-codec.ts";
import type { Channel } from "../series/sample-set.ts";
import type { SeriesStore } from "../series/series-store.ts";
import { Summing } from "../series/summing.ts";

type Store = Pick<SeriesStore, "sums" | "dayRollups" | "now">;
/** A sample, ms UTC. */
export type Sample = { at: number; value: number };
/**
 * Sums the numbers of ascending samples. A value from before the first edge that holds on after it counts, too.
 * @param since instant from which samples before the first edge are read, ms UTC
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
  asked: CurvesQuery,
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
    const usualAt = (at: number) => all[dayOf(timeZone, at) - first.day + 1]?.usual ?? 0;
    const held = holdOver(edges, own, usualAt, store.now);
    const sums = new BucketColumns(Math.ceil(days.length / each));
    for (const index of days.keys()) {
      const place = Math.floor(index / each);
      const clipped = cuts.get(index);
      if (clipped === undefined) addDay(sums, place, own[index + 1], held[index + 1]);
      else addClipped(sums, place, clipped.get(address));
    }
    found.set(address, sums);
  }
  return found;
}

function addDay(
  sums: BucketColumns,
  place: number,
  rollup: DayRollup | null | undefined,
  held: Held | undefined,
): void {
  if (!rollup || rollup.count === 0) return;
  const { count, sum, min, max, firstAt, lastAt } = rollup;
  sums.add(place, count, sum, min, max, firstAt, lastAt);
  if (held !== undefined) sums.addHeld(place, held.area, held.ms);
}

/** Adds the only bucket of a clipped day. */
function addClipped(sums: BucketColumns, place: number, clipped: BucketSums | undefined): void {
  const count = clipped?.count[0] ?? 0;
  if (clipped === undefined || count === 0) return;
  const [sum = 0, min = 0, max = 0] = [clipped.sum[0], clipped.min[0], clipped.max[0]];
  sums.add(place, count, sum, min, max, clipped.firstAt[0] ?? 0, clipped.lastAt[0] ?? 0);
  sums.addHeld(place, clipped.area[0] ?? 0, clipped.held[0] ?? 0);
}

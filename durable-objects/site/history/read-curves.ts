import { chooseBucketMs, DAY_MS } from "#domain/history/bucket-sizes.ts";
import { listDays } from "#domain/history/local-days.ts";
import { joinRollups, type Rollup } from "#domain/history/rollup.ts";
import { roundTo } from "#domain/history/round-to.ts";
import { zoneOffsetAt } from "#domain/history/zone-offsets.ts";
import { describeRegister } from "#domain/registers/describe-register.ts";
import type { Equipment } from "#domain/registers/equipment.ts";
import type { RegisterValue } from "#domain/registers/register.ts";
import type { Curves, CurvesQuestion, Series } from "#protocol/history/curves.ts";
import type { BucketSums } from "../series/bucket-sums.ts";
import { SERIES_LIMITS } from "../series/limits.ts";
import type { Channel } from "../series/sample-set.ts";
import type { SeriesStore } from "../series/series-store.ts";
import { type Reaches, stalePoints } from "./stale-points.ts";

const QUARTER_MS = SERIES_LIMITS.rollupMs;
/** So much time, that of each register counted by itself, is read sample by sample, … */
const READ_WHOLE_MS = 9 * 24 * 3_600_000;
/** … as long as they are not more than these, which is more than one a second. */
const MOST_READ = 2 ** 20;
/** Beyond it a span is looked at in buckets first. */
const LONGEST_WHOLE_MS = 36 * 3_600_000;
/** Averages are told as exactly as anything is measured. */
const DIGITS = 9;

type Store = Pick<
  SeriesStore,
  "samplesUpTo" | "sums" | "dayRollups" | "frozen" | "retention" | "setTimeZone"
>;

/** A curve before it has a name, and which samples each of its points stands for. */
type Curve = Pick<Series, "at" | "value" | "min" | "max"> & { reaches: Reaches };
type Read = { bucketMs: number | null; curves: Curve[] };

/** Every sample where there are few enough of them and none was forgotten, else buckets with their least and greatest. */
export function readCurves(
  store: Store,
  equipment: readonly Equipment[],
  asked: CurvesQuestion,
): Curves {
  store.setTimeZone(asked.siteTimeZone);
  const { bucketMs, curves } = read(store, asked);
  const names = nameRegisters(equipment, asked.addresses);
  const frozen = store.frozen(asked.addresses, asked.from, asked.until);
  const series = asked.addresses.map((address, index) => {
    const { reaches, ...curve } = curves[index] ?? NO_CURVE;
    const spans = frozen.get(address);
    return {
      address,
      ...(names.get(address) ?? { name: null, unit: null, equipment: null }),
      ...curve,
      ...(spans && { stale: stalePoints(curve.at, reaches, spans) }),
    };
  });
  return { bucketMs, series };
}

const NO_CURVE: Curve = { at: [], value: [], reaches: { firstAt: [], lastAt: [] } };

function nameRegisters(equipment: readonly Equipment[], addresses: readonly string[]) {
  const wanted = new Set(addresses);
  const names = new Map<string, Pick<Series, "name" | "unit" | "equipment">>();
  for (const piece of equipment)
    for (const register of piece.registers) {
      if (!wanted.has(piece.address + register.register)) continue;
      const { address, name, unit } = describeRegister(piece, register);
      const owner = piece.alias ?? piece.model ?? null;
      names.set(address, { name, unit: unit || null, equipment: owner });
    }
  return names;
}

function read(store: Store, asked: CurvesQuestion): Read {
  const { addresses, from, until, points } = asked;
  const spanMs = until - from;
  const isWhole = from >= store.retention.forgottenBefore;
  const isShort = spanMs <= LONGEST_WHOLE_MS && spanMs * addresses.length <= READ_WHOLE_MS;
  const whole = isWhole && isShort ? fromSamples(store, asked, MOST_READ) : null;
  if (whole !== null) return whole;
  const { bucketMs, edges } = bucketsOf(asked);
  // Texts have no figures: how many there are is known once they are read.
  const readFew = (counts: readonly ArrayLike<number>[]) =>
    isWhole && mostSamples(counts) <= points
      ? fromSamples(store, asked, points * addresses.length)
      : null;
  const days = readDays(store, asked, bucketMs);
  if (days !== null) {
    const counts = [...days.values()].map((rollups) => rollups.map((one) => one?.count ?? 0));
    const curves = addresses.map((address) => curveOfDays(edges, days.get(address) ?? []));
    return readFew(counts) ?? { bucketMs, curves };
  }
  const sums = store.sums(addresses, edges);
  const curves = addresses.map((address) => curveOf(edges, sums.get(address)));
  return readFew([...sums.values()].map(({ count }) => count)) ?? { bucketMs, curves };
}

/** Null where there are more than `mostRead` samples in all. */
function fromSamples(
  store: Store,
  { addresses, from, until, points }: CurvesQuestion,
  mostRead: number,
): Read | null {
  const samples = store.samplesUpTo(mostRead, addresses, from, until);
  if (samples === null) return null;
  const most = Math.max(0, ...[...samples.values()].map(({ at }) => at.length));
  const whole = (address: string): Curve => {
    const { at, values } = samples.get(address) ?? { at: [], values: [] };
    return { at, value: values, reaches: { firstAt: at, lastAt: at } };
  };
  if (most <= points) return { bucketMs: null, curves: addresses.map(whole) };
  const bucketMs = chooseBucketMs(until - from, points);
  return {
    bucketMs,
    curves: addresses.map((address) => inBuckets(samples.get(address), bucketMs)),
  };
}

/** Texts have no averages: of a register that says them, what is said in a bucket first. */
function inBuckets(channel: Channel | undefined, bucketMs: number): Curve {
  const curve = newBuckets();
  const { at, values } = channel ?? { at: [], values: [] };
  const numbers = values.every(isNumber) ? values : null;
  for (let start = 0; start < at.length; ) {
    const bucket = Math.floor((at[start] ?? 0) / bucketMs) * bucketMs;
    let end = start + 1;
    while (end < at.length && (at[end] ?? 0) < bucket + bucketMs) end++;
    if (numbers === null) tellText(curve, bucket, at[start] ?? 0, values[start] ?? "");
    else tell(curve, bucket, sumUp(at, numbers, start, end));
    start = end;
  }
  return curve;
}

function sumUp(at: readonly number[], values: readonly number[], start: number, end: number): Told {
  let sum = 0;
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  for (let index = start; index < end; index++) {
    const value = values[index] ?? 0;
    sum += value;
    if (value < min) min = value;
    if (value > max) max = value;
  }
  return { count: end - start, sum, min, max, firstAt: at[start] ?? 0, lastAt: at[end - 1] ?? 0 };
}

const isNumber = (value: RegisterValue): value is number => typeof value === "number";

/** Of the site's own days, which are kept; null where others are asked for. */
function readDays(
  store: Store,
  { addresses, timeZone, siteTimeZone, from, until }: CurvesQuestion,
  bucketMs: number,
): Map<string, (Rollup | null)[]> | null {
  const days = listDays(timeZone, { from, to: until });
  const [first, last] = [days[0], days.at(-1)];
  const areKept = bucketMs >= DAY_MS && timeZone === siteTimeZone;
  if (!areKept || first === undefined || last === undefined) return null;
  const found = store.dayRollups(addresses, { first: first.day, end: last.day + 1 });
  const starts = days.map((day) => day.day - first.day);
  for (const [address, rollups] of found) {
    // A date that was left out is no day.
    const own = starts.map((place) => rollups[place] ?? null);
    found.set(address, joinEach(own, Math.round(bucketMs / DAY_MS)));
  }
  return found;
}

function joinEach(rollups: readonly (Rollup | null)[], each: number): (Rollup | null)[] {
  if (each === 1) return [...rollups];
  return Array.from({ length: Math.ceil(rollups.length / each) }, (_, index) =>
    joinRollups(
      rollups.slice(index * each, (index + 1) * each).filter((rollup) => rollup !== null),
    ),
  );
}

/** One more day is touched where clocks are turned on. */
function bucketsOf(asked: CurvesQuestion): { bucketMs: number; edges: number[] } {
  let bucketMs = Math.max(QUARTER_MS, chooseBucketMs(asked.until - asked.from, asked.points));
  let edges = edgesOf(asked, bucketMs);
  if (edges.length - 1 > asked.points) {
    bucketMs += DAY_MS;
    edges = edgesOf(asked, bucketMs);
  }
  return { bucketMs, edges };
}

/** Where buckets begin and the last one ends: parts of hours as they are, hours by the zone's clocks, whole local days. */
function edgesOf({ from, until, timeZone }: CurvesQuestion, bucketMs: number): number[] {
  if (bucketMs < DAY_MS) {
    const shift = zoneOffsetAt(timeZone, from);
    const first = Math.floor((from + shift) / bucketMs) * bucketMs - shift;
    const count = Math.ceil((until - first) / bucketMs);
    return Array.from({ length: count + 1 }, (_, index) => first + index * bucketMs);
  }
  const days = listDays(timeZone, { from, to: until });
  const each = Math.round(bucketMs / DAY_MS);
  const starts = days.filter((_, index) => index % each === 0).map((day) => day.from);
  const last = days.at(-1);
  return last === undefined ? starts : [...starts, last.to];
}

/** Of any register; endless where there are none, since texts have no figures. */
function mostSamples(counts: readonly ArrayLike<number>[]): number {
  const sums = counts.map((own) => Array.from(own).reduce((sum, count) => sum + count, 0));
  return Math.max(0, ...sums) || Number.POSITIVE_INFINITY;
}

function curveOfDays(edges: readonly number[], rollups: readonly (Rollup | null)[]): Curve {
  const curve = newBuckets();
  for (const [index, rollup] of rollups.entries())
    if (rollup !== null) tell(curve, edges[index] ?? 0, rollup);
  return curve;
}

function curveOf(edges: readonly number[], sums: BucketSums | undefined): Curve {
  const curve = newBuckets();
  if (sums === undefined) return curve;
  for (const [place, count] of sums.count.entries())
    if (count > 0)
      tell(curve, edges[place] ?? 0, {
        count,
        sum: sums.sum[place] ?? 0,
        min: sums.min[place] ?? 0,
        max: sums.max[place] ?? 0,
        firstAt: sums.firstAt[place] ?? 0,
        lastAt: sums.lastAt[place] ?? 0,
      });
  return curve;
}

type Buckets = {
  at: number[];
  value: (number | string)[];
  min: number[];
  max: number[];
  reaches: { firstAt: number[]; lastAt: number[] };
};

function newBuckets(): Buckets {
  return { at: [], value: [], min: [], max: [], reaches: { firstAt: [], lastAt: [] } };
}

type Told = Pick<Rollup, "count" | "sum" | "min" | "max" | "firstAt" | "lastAt">;

function tell({ at, value, min, max, reaches }: Buckets, bucket: number, rollup: Told): void {
  reaches.firstAt.push(rollup.firstAt);
  reaches.lastAt.push(rollup.lastAt);
  at.push(bucket);
  value.push(meanOf(rollup));
  min.push(rollup.min);
  max.push(rollup.max);
}

/** Numbers may be so large that their sum is none. */
function meanOf({ sum, count, min, max }: Told): number {
  return roundTo(DIGITS, Number.isFinite(sum) ? sum / count : min / 2 + max / 2);
}

function tellText(
  { at, value, reaches }: Pick<Buckets, "at" | "value" | "reaches">,
  bucket: number,
  first: number,
  text: string | number,
): void {
  at.push(bucket);
  value.push(text);
  reaches.firstAt.push(first);
  reaches.lastAt.push(first);
}

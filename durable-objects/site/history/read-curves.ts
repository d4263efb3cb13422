import {
  bridgeLimit,
  MAX_BRIDGE_MS,
  MIN_BRIDGE_MS,
  type UsualAt,
} from "#domain/history/bridging.ts";
import { roundToDigits } from "#domain/history/round-to-digits.ts";
import { describeRegister } from "#domain/registers/describe-register.ts";
import type { Equipment } from "#domain/registers/equipment.ts";
import type { RegisterValue } from "#domain/registers/register.ts";
import { DAY_MS, HOUR_MS, QUARTER_MS } from "#domain/units/durations.ts";
import type { Curves, CurvesQuery, Series } from "#protocol/history/curves.ts";
import type { Layered } from "../imports/layered-series.ts";
import type { BucketSums } from "../series/bucket-columns.ts";
import { firstNotBefore } from "../series/first-not-before.ts";
import type { Channel } from "../series/sample-set.ts";
import type { SeriesStore } from "../series/series-store.ts";
import { bucketsOf, type CurveBuckets } from "./bucket-edges.ts";
import { readDays, type Sample, sumSamples } from "./curve-buckets.ts";
import { type Reaches, stalePoints } from "./stale-points.ts";

/** Raw samples are read if span × registers is at most this, ms. */
const MAX_READ_WHOLE_MS = 9 * DAY_MS;
/** Maximum number of samples read, more than one per second. */
const MAX_SAMPLES_READ = 2 ** 20;
/** Longer spans are read in buckets first, ms. */
const MAX_WHOLE_SPAN_MS = 36 * HOUR_MS;
/** Significant digits of averages, as precise as any measurement. */
const DIGITS = 9;

type Store = Pick<
  SeriesStore,
  | "samplesUpTo"
  | "sums"
  | "dayRollups"
  | "usualAt"
  | "staleSpans"
  | "retention"
  | "setTimeZone"
  | "now"
> &
  Partial<Pick<Layered, "fillSums">>;

/** A curve without its name, and which samples each of its points represents. */
type Curve = Pick<Series, "at" | "value" | "min" | "max"> & { reaches: Reaches };
type Read = { bucketMs: number | null; curves: Curve[] };

/** Returns every sample if there are few enough and none has expired, else buckets with their minimum and maximum. */
export function readCurves(
  store: Store,
  equipment: readonly Equipment[],
  asked: CurvesQuery,
): Curves {
  store.setTimeZone(asked.siteTimeZone);
  const { bucketMs, curves } = read(store, asked);
  const names = nameRegisters(equipment, asked.addresses);
  const stale = store.staleSpans(asked.addresses, asked.from, asked.until);
  const series = asked.addresses.map((address, index) => {
    const { reaches, ...curve } = curves[index] ?? NO_CURVE;
    const spans = stale.get(address);
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

function read(store: Store, asked: CurvesQuery): Read {
  const { addresses, from, until, points } = asked;
  const spanMs = until - from;
  const isWhole = from >= store.retention.expiredBefore;
  const isShort = spanMs <= MAX_WHOLE_SPAN_MS && spanMs * addresses.length <= MAX_READ_WHOLE_MS;
  const whole = isWhole && isShort ? fromSamples(store, asked, MAX_SAMPLES_READ) : null;
  if (whole !== null) return whole;
  const buckets = bucketsOf(asked, QUARTER_MS);
  const { bucketMs } = buckets;
  // Texts have no sums: their number is known only after they were read.
  const readFew = (counts: readonly ArrayLike<number>[]) =>
    isWhole && maxSamples(counts) <= points
      ? fromSamples(store, asked, 2 * points * addresses.length)
      : null;
  const isOwnDays = bucketMs >= DAY_MS && asked.timeZone === asked.siteTimeZone;
  const own = isOwnDays ? readDays(store, asked, bucketMs) : store.sums(addresses, buckets.edges);
  const found = store.fillSums?.(own, addresses, buckets.edges) ?? own;
  const curves = addresses.map((address) => curveOf(buckets, found.get(address)));
  return readFew([...found.values()].map(({ count }) => count)) ?? { bucketMs, curves };
}

/** Reads curves from samples. Returns null if there are more than `maxRead` samples in all. */
function fromSamples(store: Store, asked: CurvesQuery, maxRead: number): Read | null {
  const { addresses, from, until, points } = asked;
  // The value in force at the start of a bucket was mostly measured a moment before it.
  const read = store.samplesUpTo(maxRead, addresses, from - MIN_BRIDGE_MS, until);
  if (read === null) return null;
  const channels = addresses.map((address): ReadChannel => {
    const channel = read.get(address) ?? NO_SAMPLES;
    return { address, channel, start: firstNotBefore(channel.at, from) };
  });
  const most = Math.max(0, ...channels.map(({ channel, start }) => channel.at.length - start));
  if (most <= points) {
    const curves = channels.map(({ channel, start }): Curve => {
      const { at, values } = cut(channel, start);
      return { at, value: values, reaches: { firstAt: at, lastAt: at } };
    });
    return { bucketMs: null, curves };
  }
  const buckets = bucketsOf(asked);
  const curves = channels.map(({ address, channel, start }) => {
    if (!areNumbers(channel.values, start)) return textsInBuckets(cut(channel, start), buckets);
    const usualAt = store.usualAt(address);
    const last = hasNumber(channel.values, start)
      ? null
      : searchBack(store, address, asked, usualAt);
    const since = from - MIN_BRIDGE_MS;
    return curveOf(
      buckets,
      sumSamples(channel, buckets.edges, { since, last, usualAt, now: store.now }),
    );
  });
  return { bucketMs: buckets.bucketMs, curves };
}

/** The samples of a register, and the index of the first one in the span: those before it are in force as it begins. */
type ReadChannel = { address: string; channel: Channel; start: number };
const NO_SAMPLES: Channel = { at: [], values: [] };

const cut = ({ at, values }: Channel, start: number): Channel =>
  start === 0 ? { at, values } : { at: at.slice(start), values: values.slice(start) };

function areNumbers(values: readonly RegisterValue[], start: number): boolean {
  for (let index = start; index < values.length; index++)
    if (typeof values[index] !== "number") return false;
  return true;
}

function hasNumber(values: readonly RegisterValue[], end: number): boolean {
  for (let index = end - 1; index >= 0; index--) if (typeof values[index] === "number") return true;
  return false;
}

function lastNumber({ at, values }: Channel): Sample | null {
  for (let index = at.length - 1; index >= 0; index--) {
    const value = values[index];
    if (typeof value === "number") return { at: at[index] ?? 0, value };
  }
  return null;
}

/** Searches for the value at the start; with rare samples it may be hours old. */
function searchBack(
  store: Store,
  address: string,
  { from }: CurvesQuery,
  usualAt: UsualAt,
): Sample | null {
  const limit = Math.max(
    bridgeLimit(usualAt(from - 1)),
    bridgeLimit(usualAt(from - MAX_BRIDGE_MS)),
  );
  if (limit <= MIN_BRIDGE_MS) return null;
  const found = store.samplesUpTo(MAX_SAMPLES_READ, [address], from - limit, from - MIN_BRIDGE_MS);
  return lastNumber(found?.get(address) ?? NO_SAMPLES);
}

/** Returns the first text of each bucket, because texts have no averages. */
function textsInBuckets({ at, values }: Channel, { edges }: CurveBuckets): Curve {
  const curve = newBuckets();
  for (let start = 0, place = 0; start < at.length; ) {
    while ((edges[place + 1] ?? Number.POSITIVE_INFINITY) <= (at[start] ?? 0)) place++;
    addText(curve, edges[place] ?? 0, at[start] ?? 0, values[start] ?? "");
    start = firstNotBefore(at, edges[place + 1] ?? Number.POSITIVE_INFINITY);
  }
  return curve;
}

/** Returns the maximum number of samples of any register; infinite if there are none, since texts have no sums. */
function maxSamples(counts: readonly ArrayLike<number>[]): number {
  const sums = counts.map((own) => Array.from(own).reduce((sum, count) => sum + count, 0));
  return Math.max(0, ...sums) || Number.POSITIVE_INFINITY;
}

/** Returns the curve of summed buckets. Buckets without samples are left out. */
function curveOf({ edges }: CurveBuckets, sums: BucketSums | undefined): Curve {
  const curve = newBuckets();
  if (sums === undefined) return curve;
  const { count, min, max, firstAt, lastAt } = sums;
  for (let place = 0; place < count.length; place++) {
    if (count[place] === 0) continue;
    curve.reaches.firstAt.push(firstAt[place] ?? 0);
    curve.reaches.lastAt.push(lastAt[place] ?? 0);
    curve.at.push(edges[place] ?? 0);
    curve.value.push(meanOf(sums, place));
    curve.min.push(min[place] ?? 0);
    curve.max.push(max[place] ?? 0);
  }
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

/**
 * Returns the time-weighted mean, or the mean of minimum and maximum if the numbers are so large that their sum is
 * infinite. A single sample of this very instant has not held yet and counts by itself.
 */
export function meanOf({ sum, count, area, held, min, max }: BucketSums, place: number): number {
  const [own, ms] = [area[place] ?? 0, held[place] ?? 0];
  const mean = ms > 0 && Number.isFinite(own) ? own / ms : (sum[place] ?? 0) / (count[place] ?? 1);
  return roundToDigits(
    DIGITS,
    Number.isFinite(mean) ? mean : (min[place] ?? 0) / 2 + (max[place] ?? 0) / 2,
  );
}

function addText(
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

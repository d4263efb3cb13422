import {
  bridgeLimit,
  MAX_BRIDGE_MS,
  MIN_BRIDGE_MS,
  type UsualAt,
} from "#domain/history/bridging.ts";
import { DAY_MS } from "#domain/history/bucket-sizes.ts";
import { roundTo } from "#domain/history/round-to.ts";
import { describeRegister } from "#domain/registers/describe-register.ts";
import type { Equipment } from "#domain/registers/equipment.ts";
import type { RegisterValue } from "#domain/registers/register.ts";
import type { Curves, CurvesQuestion, Series } from "#protocol/history/curves.ts";
import { firstNotBefore } from "../series/first-not-before.ts";
import { SERIES_LIMITS } from "../series/limits.ts";
import type { Channel } from "../series/sample-set.ts";
import type { SeriesStore } from "../series/series-store.ts";
import { bucketsOf, type CurveBuckets } from "./bucket-edges.ts";
import {
  type Bucket,
  type InForce,
  listOf,
  readDays,
  type Sample,
  sumUp,
} from "./curve-buckets.ts";
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
  "samplesUpTo" | "sums" | "dayRollups" | "usualAt" | "frozen" | "retention" | "setTimeZone" | "now"
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
  const buckets = bucketsOf(asked, QUARTER_MS);
  const { bucketMs } = buckets;
  // Texts have no figures: how many there are is known once they are read.
  const readFew = (counts: readonly ArrayLike<number>[]) =>
    isWhole && mostSamples(counts) <= points
      ? fromSamples(store, asked, 2 * points * addresses.length)
      : null;
  const isOwnDays = bucketMs >= DAY_MS && asked.timeZone === asked.siteTimeZone;
  const found = isOwnDays
    ? readDays(store, asked, bucketMs)
    : new Map(
        [...store.sums(addresses, buckets.edges)].map(([address, sums]) => [address, listOf(sums)]),
      );
  const curves = addresses.map((address) => curveOf(buckets, found.get(address) ?? []));
  const counts = [...found.values()].map((own) => own.map((one) => one?.count ?? 0));
  return readFew(counts) ?? { bucketMs, curves };
}

/** Null where there are more than `mostRead` samples in all. */
function fromSamples(store: Store, asked: CurvesQuestion, mostRead: number): Read | null {
  const { addresses, from, until, points } = asked;
  // What is in force as a bucket begins was mostly said a moment before.
  const read = store.samplesUpTo(mostRead, addresses, from - MIN_BRIDGE_MS, until);
  if (read === null) return null;
  const samples = new Map<string, Channel>();
  const before = new Map<string, Channel>();
  for (const [address, channel] of read) {
    const start = firstNotBefore(channel.at, from);
    samples.set(address, cut(channel, start, channel.at.length));
    before.set(address, cut(channel, 0, start));
  }
  const most = Math.max(0, ...[...samples.values()].map(({ at }) => at.length));
  if (most <= points)
    return {
      bucketMs: null,
      curves: addresses.map((address): Curve => {
        const { at, values } = samples.get(address) ?? NO_SAMPLES;
        return { at, value: values, reaches: { firstAt: at, lastAt: at } };
      }),
    };
  const buckets = bucketsOf(asked);
  return {
    bucketMs: buckets.bucketMs,
    curves: addresses.map((address) => {
      const own = samples.get(address) ?? NO_SAMPLES;
      const usualAt = store.usualAt(address);
      const last =
        lastNumber(before.get(address) ?? NO_SAMPLES) ?? searchBack(store, address, asked, usualAt);
      return inBuckets(own, buckets, { last, usualAt, now: store.now });
    }),
  };
}

const NO_SAMPLES: Channel = { at: [], values: [] };

const cut = ({ at, values }: Channel, start: number, end: number): Channel =>
  start === 0 && end === at.length
    ? { at, values }
    : { at: at.slice(start, end), values: values.slice(start, end) };

function lastNumber({ at, values }: Channel): Sample | null {
  for (let index = at.length - 1; index >= 0; index--) {
    const value = values[index];
    if (typeof value === "number") return { at: at[index] ?? 0, value };
  }
  return null;
}

/** Where samples are rare, the one in force may be hours old. */
function searchBack(
  store: Store,
  address: string,
  { from }: CurvesQuestion,
  usualAt: UsualAt,
): Sample | null {
  const limit = Math.max(
    bridgeLimit(usualAt(from - 1)),
    bridgeLimit(usualAt(from - MAX_BRIDGE_MS)),
  );
  if (limit <= MIN_BRIDGE_MS) return null;
  const found = store.samplesUpTo(MOST_READ, [address], from - limit, from - MIN_BRIDGE_MS);
  return lastNumber(found?.get(address) ?? NO_SAMPLES);
}

/** Texts have no averages: of a register that says them, what is said in a bucket first. */
function inBuckets({ at, values }: Channel, buckets: CurveBuckets, inForce: InForce): Curve {
  const { edges } = buckets;
  const numbers = values.every(isNumber) ? values : null;
  if (numbers !== null) return curveOf(buckets, sumUp(at, numbers, edges, inForce));
  const curve = newBuckets();
  for (let start = 0, place = 0; start < at.length; ) {
    while ((edges[place + 1] ?? Number.POSITIVE_INFINITY) <= (at[start] ?? 0)) place++;
    tellText(curve, edges[place] ?? 0, at[start] ?? 0, values[start] ?? "");
    start = firstNotBefore(at, edges[place + 1] ?? Number.POSITIVE_INFINITY);
  }
  return curve;
}

const isNumber = (value: RegisterValue): value is number => typeof value === "number";

/** Of any register; endless where there are none, since texts have no figures. */
function mostSamples(counts: readonly ArrayLike<number>[]): number {
  const sums = counts.map((own) => Array.from(own).reduce((sum, count) => sum + count, 0));
  return Math.max(0, ...sums) || Number.POSITIVE_INFINITY;
}

/** A bucket without samples is left out. */
function curveOf({ edges }: CurveBuckets, buckets: readonly (Bucket | null)[]): Curve {
  const curve = newBuckets();
  for (const [place, bucket] of buckets.entries())
    if (bucket !== null && bucket.count > 0) tell(curve, edges[place] ?? 0, bucket);
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

function tell({ at, value, min, max, reaches }: Buckets, bucket: number, rollup: Bucket): void {
  reaches.firstAt.push(rollup.firstAt);
  reaches.lastAt.push(rollup.lastAt);
  at.push(bucket);
  value.push(meanOf(rollup));
  min.push(rollup.min);
  max.push(rollup.max);
}

/** Weighted by time; a single sample of this very instant has not held yet. Numbers may be so large that their sum is none. */
function meanOf({ sum, count, area, held, min, max }: Bucket): number {
  const mean = held > 0 && Number.isFinite(area) ? area / held : sum / count;
  return roundTo(DIGITS, Number.isFinite(mean) ? mean : min / 2 + max / 2);
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

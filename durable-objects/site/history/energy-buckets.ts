import type { UsualAt } from "#domain/history/bridging.ts";
import {
  dayOf,
  listDays,
  listPeriods,
  periodAt,
  type Span,
  startOfDay,
} from "#domain/history/local-days.ts";
import type { Rollup } from "#domain/history/rollup.ts";
import { DAY_MS } from "#domain/units/durations.ts";
import { type EnergyQuery, MAX_BUCKETS } from "#protocol/history/energies.ts";
import type { DayRollup } from "../series/rollup-codec.ts";
import type { SeriesStore } from "../series/series-store.ts";

/**
 * Days read beyond both ends, because the gain of a counter over a gap is divided over the whole gap. For hours, the
 * further days are read only for registers without samples in the nearest one.
 */
const MARGIN_DAYS = 7;
const HALF_DAY_MS = DAY_MS / 2;

type Store = Pick<SeriesStore, "rollups" | "dayRollups" | "usualAt" | "knows" | "now">;
type Rollups = Map<string, (Rollup | null)[]>;
type Days = ReturnType<typeof listDays>;

/** The summed buckets: hours, or days, which are joined to months and years. */
export type EnergyBuckets = {
  /** Edges of all buckets that were read, including those beyond the ends, ascending. */
  edges: number[];
  rollups: ReadonlyMap<string, readonly (Rollup | null)[]>;
  /** The median interval of a register on the site's local day of an instant. */
  usualAt: (address: string) => UsualAt;
  /** The requested periods, and their buckets from `first` to before `end`. */
  periods: (Span & { first: number; end: number })[];
};

/**
 * Clips the first and the last period to the requested span.
 * @param most maximum number of periods
 * @throws RangeError if there are more
 */
export function readBuckets(
  store: Store,
  asked: EnergyQuery,
  addresses: readonly string[],
  most: number = MAX_BUCKETS,
): EnergyBuckets {
  const span = { from: asked.from, to: asked.until };
  const cuts = (asked.cuts ?? []).filter((cut) => cut > span.from && cut < span.to);
  const periods = listPeriods(asked.timeZone, asked.unit, span)
    .map(({ from, to }) => ({ from: Math.max(from, span.from), to: Math.min(to, span.to) }))
    .flatMap((period) => divide(period, cuts));
  if (periods.length > most) throw new RangeError("more buckets than an answer holds");
  if (periods.length === 0)
    return { edges: [], rollups: new Map(), usualAt: () => () => 0, periods: [] };
  if (asked.unit === "hour") return readHours(store, addresses, asked, periods);
  return readDays(store, addresses, asked, periods, cuts);
}

/**
 * Returns the query that begins with the period of the oldest data.
 * @param oldest instant of it, ms UTC; the last period is left without any
 */
export function beginWithData(asked: EnergyQuery, oldest: number): EnergyQuery {
  const { unit, timeZone, from, until } = asked;
  const begin = periodAt(timeZone, unit, Math.min(oldest, until - 1)).from;
  return { ...asked, from: Math.max(from, begin) };
}

/** Divides a period at the instants that lie within it. */
function divide({ from, to }: Span, cuts: readonly number[]): Span[] {
  const inside = cuts.filter((cut) => cut > from && cut < to);
  const edges = [...new Set([from, ...inside, to])].sort((one, other) => one - other);
  return edges.slice(1).map((end, place) => ({ from: edges[place] ?? from, to: end }));
}

function readHours(
  store: Store,
  addresses: readonly string[],
  { siteTimeZone, from, until }: EnergyQuery,
  periods: readonly Span[],
): EnergyBuckets {
  // The nearest local days: 24 hours of margin on each side of a local day, 12 to 36 of any other span.
  const first = dayOf(siteTimeZone, from - HALF_DAY_MS);
  const last = dayOf(siteTimeZone, until + HALF_DAY_MS);
  const before = startOfDay(siteTimeZone, first);
  const after = startOfDay(siteTimeZone, last + 1);
  const near = [before, ...periods.map((hour) => hour.from), until, after];
  const rollups = store.rollups(addresses, near);
  const lackingAt = (place: number) =>
    addresses.filter((one) => store.knows(one) && !rollups.get(one)?.at(place));
  const earlier = readMargin(store, siteTimeZone, lackingAt(0), {
    from: startOfDay(siteTimeZone, first + 1 - MARGIN_DAYS),
    to: before,
  });
  const later = readMargin(store, siteTimeZone, lackingAt(-1), {
    from: after,
    to: startOfDay(siteTimeZone, last + MARGIN_DAYS),
  });
  const start = earlier.days.length + 1;
  const none = (count: number) => new Array<null>(count).fill(null);
  const all: Rollups = new Map();
  for (const address of new Set(
    [rollups, earlier.found, later.found].flatMap((one) => [...one.keys()]),
  ))
    all.set(address, [
      ...(earlier.found.get(address) ?? none(earlier.days.length)),
      ...(rollups.get(address) ?? none(near.length - 1)),
      ...(later.found.get(address) ?? none(later.days.length)),
    ]);
  return {
    edges: [...earlier.days.map((day) => day.from), ...near, ...later.days.map((day) => day.to)],
    rollups: all,
    usualAt: (address) => store.usualAt(address),
    periods: periods.map((hour, index) => ({
      ...hour,
      first: start + index,
      end: start + index + 1,
    })),
  };
}

/**
 * Reads the site's own days of a span for registers without samples in the nearest day of the margin. The cost is zero
 * without such registers, as on any day on which the site was connected; else six stored daily rollups for each, and no
 * quarters of an hour. Future days are not read.
 */
function readMargin(
  store: Store,
  siteTimeZone: string,
  addresses: readonly string[],
  { from, to }: Span,
): { days: Days; found: Rollups } {
  if (addresses.length === 0 || from > store.now) return { days: [], found: new Map() };
  const days = listDays(siteTimeZone, { from, to });
  const numbers = days.map(({ day }) => day);
  return { days, found: readOwnDays(store, addresses, numbers) };
}

function readDays(
  store: Store,
  addresses: readonly string[],
  { timeZone, siteTimeZone, from, until }: EnergyQuery,
  periods: readonly Span[],
  cuts: readonly number[],
): EnergyBuckets {
  const inner = listDays(timeZone, { from, to: until });
  const days = listDays(timeZone, {
    from: startOfDay(timeZone, (inner[0]?.day ?? 0) - MARGIN_DAYS),
    to: startOfDay(timeZone, (inner.at(-1)?.day ?? 0) + 1 + MARGIN_DAYS),
  });
  const ofDays = [...days.map((day) => day.from), days.at(-1)?.to ?? until];
  const edges = [...new Set([...ofDays, from, ...cuts, until])].sort((one, other) => one - other);
  const clipped = periods.map((period) => ({
    ...period,
    first: edges.indexOf(period.from),
    end: edges.indexOf(period.to),
  }));
  if (timeZone !== siteTimeZone)
    return {
      edges,
      rollups: store.rollups(addresses, edges),
      usualAt: (address) => store.usualAt(address),
      periods: clipped,
    };
  const numbers = days.map(({ day }) => day);
  const own = readOwnDays(store, addresses, numbers);
  const places = new Map(numbers.map((day, place) => [day, place]));
  return {
    edges,
    rollups:
      edges.length === ofDays.length ? own : cutDays(store, own, days, [from, ...cuts, until]),
    usualAt: (address) => (at) =>
      own.get(address)?.[places.get(dayOf(timeZone, at)) ?? -1]?.usual ?? 0,
    periods: clipped,
  };
}

/** Replaces each day with a cut inside it by its parts, which are computed from quarters of an hour and samples. */
function cutDays(
  store: Store,
  own: ReadonlyMap<string, readonly (Rollup | null)[]>,
  days: Days,
  cuts: readonly number[],
): Rollups {
  const addresses = [...own.keys()];
  const parts = days.map(({ from, to }) => {
    const divided = divide({ from, to }, cuts);
    if (divided.length === 1) return null;
    const edges = [from, ...divided.map((part) => part.to)];
    return { count: divided.length, found: store.rollups(addresses, edges) };
  });
  const found: Rollups = new Map();
  for (const [address, rollups] of own)
    found.set(
      address,
      parts.flatMap((part, place) => {
        if (part === null) return [rollups[place] ?? null];
        return part.found.get(address) ?? new Array<null>(part.count).fill(null);
      }),
    );
  return found;
}

/** Reads rollups of the site's own days. A date that a zone skipped is no day. */
function readOwnDays(
  store: Store,
  addresses: readonly string[],
  days: readonly number[],
): Map<string, (DayRollup | null)[]> {
  const first = days[0] ?? 0;
  const found = store.dayRollups(addresses, { first, end: (days.at(-1) ?? first) + 1 });
  for (const [address, rollups] of found)
    found.set(
      address,
      days.map((day) => rollups[day - first] ?? null),
    );
  return found;
}

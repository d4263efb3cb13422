import type { UsualAt } from "#domain/history/bridging.ts";
import { dayOf, listDays, listPeriods, type Span, startOfDay } from "#domain/history/local-days.ts";
import type { Rollup } from "#domain/history/rollup.ts";
import { type EnergyQuestion, MOST_BUCKETS } from "#protocol/history/energies.ts";
import type { DayRollup } from "../series/rollup-codec.ts";
import type { SeriesStore } from "../series/series-store.ts";

const DAY_MS = 24 * 3_600_000;
/** Beyond both ends so much is read, too: what a counter gained over a silence is divided wherever it is asked for. */
const MARGIN_DAYS = 7;
const MARGIN_MS = DAY_MS;

type Store = Pick<SeriesStore, "rollups" | "dayRollups" | "usualAt">;

/** What is added up: hours, or days, of which months and years are made. */
export type EnergyBuckets = {
  /** Ascending, of all buckets that were read, those beyond the ends included. */
  edges: number[];
  rollups: ReadonlyMap<string, readonly (Rollup | null)[]>;
  /** The median interval of a register on the site's local day of an instant. */
  usualAt: (address: string) => UsualAt;
  /** What was asked for, and which buckets each of them is made of, from `first` to before `end`. */
  periods: (Span & { first: number; end: number })[];
};

/** @throws RangeError where these are more than one answer holds */
export function readBuckets(
  store: Store,
  asked: EnergyQuestion,
  addresses: readonly string[],
): EnergyBuckets {
  const periods = listPeriods(asked.timeZone, asked.unit, { from: asked.from, to: asked.until });
  if (periods.length > MOST_BUCKETS) throw new RangeError("more buckets than an answer holds");
  const [first, last] = [periods[0], periods.at(-1)];
  if (first === undefined || last === undefined)
    return { edges: [], rollups: new Map(), usualAt: () => () => 0, periods: [] };
  const span = { from: first.from, to: last.to };
  if (asked.unit === "hour") return readHours(store, addresses, periods, span);
  return readDays(store, addresses, asked, periods, span);
}

function readHours(
  store: Store,
  addresses: readonly string[],
  periods: readonly Span[],
  { from, to }: Span,
): EnergyBuckets {
  const edges = [from - MARGIN_MS, ...periods.map((hour) => hour.from), to, to + MARGIN_MS];
  return {
    edges,
    rollups: store.rollups(addresses, edges),
    usualAt: (address) => store.usualAt(address),
    periods: periods.map((hour, index) => ({ ...hour, first: index + 1, end: index + 2 })),
  };
}

function readDays(
  store: Store,
  addresses: readonly string[],
  { timeZone, siteTimeZone }: EnergyQuestion,
  periods: readonly Span[],
  span: Span,
): EnergyBuckets {
  const inner = listDays(timeZone, span);
  const days = listDays(timeZone, {
    from: startOfDay(timeZone, (inner[0]?.day ?? 0) - MARGIN_DAYS),
    to: startOfDay(timeZone, (inner.at(-1)?.day ?? 0) + 1 + MARGIN_DAYS),
  });
  const edges = [...days.map((day) => day.from), days.at(-1)?.to ?? span.to];
  let end = days.findIndex((day) => day.from >= span.from);
  const ofDays = periods.map((period) => {
    const first = end;
    while (end < days.length && (days[end]?.from ?? 0) < period.to) end++;
    return { ...period, first, end };
  });
  if (timeZone !== siteTimeZone)
    return {
      edges,
      rollups: store.rollups(addresses, edges),
      usualAt: (address) => store.usualAt(address),
      periods: ofDays,
    };
  const numbers = days.map(({ day }) => day);
  const own = readOwnDays(store, addresses, numbers);
  const places = new Map(numbers.map((day, place) => [day, place]));
  return {
    edges,
    rollups: own,
    usualAt: (address) => (at) =>
      own.get(address)?.[places.get(dayOf(timeZone, at)) ?? -1]?.usual ?? 0,
    periods: ofDays,
  };
}

/** A date that was left out is no day. */
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

import { listDays, listPeriods, type Span, startOfDay } from "#domain/history/local-days.ts";
import type { Rollup } from "#domain/history/rollup.ts";
import { type EnergyQuestion, MOST_BUCKETS } from "#protocol/history/energies.ts";
import type { SeriesStore } from "../series/series-store.ts";

const DAY_MS = 24 * 3_600_000;
/** Beyond both ends so much is read, too: what a counter gained over a silence is divided wherever it is asked for. */
const MARGIN_DAYS = 7;
const MARGIN_MS = DAY_MS;

/** What is added up: hours, or days, of which months and years are made. */
export type EnergyBuckets = {
  /** Ascending, of all buckets that were read, those beyond the ends included. */
  edges: number[];
  rollups: ReadonlyMap<string, readonly (Rollup | null)[]>;
  /** What was asked for, and which buckets each of them is made of, from `first` to before `end`. */
  periods: (Span & { first: number; end: number })[];
};

/** @throws RangeError where these are more than one answer holds */
export function readBuckets(
  store: Pick<SeriesStore, "rollups" | "dayRollups">,
  asked: EnergyQuestion,
  addresses: readonly string[],
): EnergyBuckets {
  const periods = listPeriods(asked.timeZone, asked.unit, { from: asked.from, to: asked.until });
  if (periods.length > MOST_BUCKETS) throw new RangeError("more buckets than an answer holds");
  const [first, last] = [periods[0], periods.at(-1)];
  if (first === undefined || last === undefined)
    return { edges: [], rollups: new Map(), periods: [] };
  const span = { from: first.from, to: last.to };
  if (asked.unit === "hour") return readHours(store, addresses, periods, span);
  return readDays(store, addresses, asked, periods, span);
}

function readHours(
  store: Pick<SeriesStore, "rollups">,
  addresses: readonly string[],
  periods: readonly Span[],
  { from, to }: Span,
): EnergyBuckets {
  const edges = [from - MARGIN_MS, ...periods.map((hour) => hour.from), to, to + MARGIN_MS];
  return {
    edges,
    rollups: store.rollups(addresses, edges),
    periods: periods.map((hour, index) => ({ ...hour, first: index + 1, end: index + 2 })),
  };
}

function readDays(
  store: Pick<SeriesStore, "rollups" | "dayRollups">,
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
  const rollups =
    timeZone === siteTimeZone
      ? readOwnDays(
          store,
          addresses,
          days.map(({ day }) => day),
        )
      : store.rollups(addresses, edges);
  return { edges, rollups, periods: ofDays };
}

/** A date that was left out is no day. */
function readOwnDays(
  store: Pick<SeriesStore, "dayRollups">,
  addresses: readonly string[],
  days: readonly number[],
): Map<string, (Rollup | null)[]> {
  const first = days[0] ?? 0;
  const found = store.dayRollups(addresses, { first, end: (days.at(-1) ?? first) + 1 });
  for (const [address, rollups] of found)
    found.set(
      address,
      days.map((day) => rollups[day - first] ?? null),
    );
  return found;
}

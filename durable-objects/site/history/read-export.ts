import { SITE_EQUIPMENT } from "#domain/registers/address-parts.ts";
import { describeRegister } from "#domain/registers/describe-register.ts";
import type { Equipment } from "#domain/registers/equipment.ts";
import { DAY_MS } from "#domain/units/durations.ts";
import type {
  ExportRegister,
  ExportRows,
  ExportRowsQuery,
  ExportValues,
} from "#protocol/history/export-rows.ts";
import type { Layered } from "../imports/layered-series.ts";
import { type Channel, mergeInstants } from "../series/sample-set.ts";
import type { SeriesStore } from "../series/series-store.ts";
import { bucketEdges } from "./bucket-edges.ts";
import { readDays } from "./curve-buckets.ts";
import { meanOf } from "./read-curves.ts";

/** Values of all registers of the site that one part reads at most, about 20 ms of the object's time. */
const MAX_CELLS = 2 ** 18;
/** Span that one part reads at most, ms: many empty years are passed in few steps. */
const MAX_RAW_SPAN_MS = 400 * DAY_MS;
/** Averages that one part reads at most. */
const MAX_MEANS = 2 ** 16;
const MIN_DAYS = 1;
const MAX_DAYS = 400;

type Store = Pick<
  SeriesStore,
  "samples" | "sums" | "dayRollups" | "endOfCells" | "setTimeZone" | "now" | "retention"
> &
  Partial<Pick<Layered, "fillSums">>;

/** Reads one part of an export. Its length depends on the query and the stored data alone. */
export function readExport(store: Store, asked: ExportRowsQuery): ExportRows {
  store.setTimeZone(asked.timeZone);
  return asked.intervalMs === null ? readSamples(store, asked) : readMeans(store, asked);
}

/** Describes the registers of the tree that have samples or may have some, without secrets. */
export function listExportRegisters(
  equipment: readonly Equipment[],
  stored: ReadonlySet<string>,
): ExportRegister[] {
  return equipment.flatMap((piece) =>
    piece.registers
      .filter(({ secret }) => secret !== true)
      .map((register) => ({ ...describeRegister(piece, register), piece }))
      .filter(({ address }) => stored.has(address))
      .map(({ address, name, unit, kind, piece: { address: owner, alias, model } }) => ({
        address,
        name,
        unit: unit || null,
        equipment: owner === SITE_EQUIPMENT ? null : (alias ?? model ?? null),
        isText: kind === "text",
      })),
  );
}

/** Reads samples as they were sent, also frequencies of lines without voltage. */
export function readSentSamples(
  store: Pick<SeriesStore, "samplesSent" | "endOfCells" | "retention">,
  span: SampleSpan,
): ExportRows {
  return readRows(store, span, (...asked) => store.samplesSent(...asked));
}

type SampleSpan = Pick<ExportRowsQuery, "addresses" | "from" | "until">;

function readSamples(store: Store, span: SampleSpan): ExportRows {
  return readRows(store, span, (...asked) => store.samples(...asked));
}

function readRows(
  store: Pick<SeriesStore, "endOfCells" | "retention">,
  { addresses, from, until }: SampleSpan,
  read: SeriesStore["samples"],
): ExportRows {
  const most = Math.min(until, from + MAX_RAW_SPAN_MS);
  const end = store.endOfCells(from, most, MAX_CELLS);
  // Of expired samples only counters are left, which would be columns without the others.
  const start = Math.max(from, store.retention.expiredBefore);
  const found = start < end ? read(addresses, start, end) : new Map<string, Channel>();
  const channels = addresses.map((address) => found.get(address) ?? NO_SAMPLES);
  const at = Float64Array.from(joinInstants(channels));
  const columns = channels.map((channel) => placeValues(at, channel));
  return { at, columns, next: end < until ? end : null };
}

const NO_SAMPLES: Channel = { at: [], values: [] };

/** Returns the instants at which any register has a sample, ascending. Most registers share theirs. */
function joinInstants(channels: readonly Channel[]): readonly number[] {
  let all: readonly number[] = [];
  for (const { at } of channels) if (!isPartOf(at, all)) all = mergeInstants(all, at);
  return all;
}

function isPartOf(some: readonly number[], all: readonly number[]): boolean {
  if (some.length > all.length) return false;
  let place = 0;
  for (let index = 0; index < some.length; index++) {
    const at = some[index] ?? 0;
    while (place < all.length && (all[place] ?? 0) < at) place++;
    if (all[place] !== at) return false;
  }
  return true;
}

function placeValues(instants: Float64Array, { at, values }: Channel): ExportValues {
  const numbers = new Float64Array(instants.length).fill(Number.NaN);
  let place = 0;
  for (let index = 0; index < at.length; index++) {
    while (instants[place] !== at[index]) place++;
    const value = values[index];
    if (typeof value !== "number") return placeTexts(instants, { at, values });
    numbers[place] = value;
  }
  return numbers;
}

function placeTexts(instants: Float64Array, { at, values }: Channel): ExportValues {
  const column = new Array<number | string | null>(instants.length).fill(null);
  let place = 0;
  for (let index = 0; index < at.length; index++) {
    while (instants[place] !== at[index]) place++;
    column[place] = values[index] ?? null;
  }
  return column;
}

/** Reads averages of whole days of intervals. */
function readMeans(store: Store, asked: ExportRowsQuery): ExportRows {
  const { addresses, from, until, timeZone } = asked;
  const intervalMs = asked.intervalMs ?? DAY_MS;
  const perDay = (addresses.length * DAY_MS) / intervalMs;
  const days = Math.min(MAX_DAYS, Math.max(MIN_DAYS, Math.floor(MAX_MEANS / perDay)));
  const all = bucketEdges(
    { from, to: Math.min(until, from + days * DAY_MS) },
    timeZone,
    intervalMs,
  );
  // The last interval may be cut by the end of this part, and then belongs to the next one.
  const isLast = from + days * DAY_MS >= until;
  const edges = isLast || all.length < 3 ? all : all.slice(0, -1);
  const [start = from, end = until] = [edges[0], edges.at(-1)];
  const logged =
    intervalMs === DAY_MS
      ? readDays(
          store,
          { ...asked, from: start, until: end, points: edges.length, siteTimeZone: timeZone },
          DAY_MS,
        )
      : store.sums(addresses, edges);
  const sums = store.fillSums?.(logged, addresses, edges) ?? logged;
  const own = addresses.map((address) => sums.get(address));
  const places: number[] = [];
  for (let place = 0; place + 1 < edges.length; place++)
    if (own.some((column) => (column?.count[place] ?? 0) > 0)) places.push(place);
  return {
    at: Float64Array.from(places, (place) => edges[place] ?? 0),
    columns: own.map((column) =>
      Float64Array.from(places, (place) =>
        column !== undefined && (column.count[place] ?? 0) > 0 ? meanOf(column, place) : Number.NaN,
      ),
    ),
    next: isLast ? null : end,
  };
}

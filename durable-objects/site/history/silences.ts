import { MIN_BRIDGE_MS } from "#domain/history/bridging.ts";
import type { Span } from "#domain/history/local-days.ts";
import { SITE_ADDRESS } from "#domain/registers/catalogue/site.ts";
import { DAY_MS, QUARTER_MS } from "#domain/units/durations.ts";
import type { SeriesStore } from "../series/series-store.ts";
import type { StateLog } from "../states/state-log.ts";

type Store = Pick<SeriesStore, "addresses" | "dayRollups" | "newestAt" | "sums">;
/** A period in which data arrived without a long silence, ms UTC. */
type Activity = { first: number; last: number };

/** Span that is summed at once: ten years of quarters would exceed an object's memory. */
const PART_MS = 92 * DAY_MS;
/**
 * Registers that nearly every logger samples. Reading every register of a year would take as long as reading the year.
 */
const USUAL: readonly string[] = [
  SITE_ADDRESS.loadPower,
  SITE_ADDRESS.solarPower,
  SITE_ADDRESS.gridPower,
  SITE_ADDRESS.batterySoc,
];
/** Maximum number of silences of these registers that are compared with all others. */
const MAX_CHECKED_SILENCES = 100;
/** Longer spans are read by day, so silences within a day are not found. */
const MAX_SPAN_BY_QUARTERS_MS = 400 * DAY_MS;
/** The same limit for a silence that is compared with all registers. */
const MAX_SILENCE_BY_QUARTERS_MS = 40 * DAY_MS;
/** Maximum number of registers that are compared. */
const MAX_OTHER_REGISTERS = 200;
/** A gap counts as a silence from this many typical steps on, since a logger may sample rarely. */
const MIN_STEPS_OF_SILENCE = 3;
/** Minimum number of steps from which a typical step is computed. */
const MIN_PACE_STEPS = 8;

/**
 * Returns the spans without any sample or status of a site, each from the last data before to the first after it; those
 * that have not ended are left out. They are searched up to a day beyond the requested span.
 */
export function findSilences(
  store: Store,
  log: Pick<StateLog, "reportsBetween">,
  { from, until }: { from: number; until: number },
): Span[] {
  const newest = store.newestAt;
  if (newest === null) return [];
  const known = { from: floor(from - DAY_MS), to: Math.min(ceil(until + DAY_MS), newest) };
  const usual = USUAL.filter((address) => store.addresses.includes(address));
  const some = usual.length > 0 ? usual : store.addresses.slice(0, USUAL.length);
  const active =
    known.to - known.from > MAX_SPAN_BY_QUARTERS_MS
      ? readActiveDays(store, some, known)
      : readActivity(store, some, known);
  const least = minSilence(active);
  const silences = gapsOf(active, known, least);
  return (
    silences.length > MAX_CHECKED_SILENCES
      ? silences
      : silences.flatMap((silence) => withoutOthers(store, silence, least))
  ).flatMap((silence) =>
    gapsOf(
      log.reportsBetween(silence.from, silence.to).map((at) => ({ first: at, last: at })),
      silence,
      least,
    ),
  );
}

/** Returns what remains of a silence after all registers are considered. */
function withoutOthers(store: Store, silence: Span, least: number): Span[] {
  if (silence.to - silence.from > MAX_SILENCE_BY_QUARTERS_MS) {
    const active = readActiveDays(store, store.addresses.slice(0, MAX_OTHER_REGISTERS), silence);
    return gapsOf(active, silence, least);
  }
  const [start, end] = [floor(silence.from), ceil(silence.to)];
  const ends = store.sums(store.addresses, [start, start + QUARTER_MS, end - QUARTER_MS, end]);
  const active: Activity[] = [];
  const within: string[] = [];
  for (const [address, { count, firstAt, lastAt }] of ends) {
    if (count[1]) within.push(address);
    for (const place of [0, 2])
      if (count[place]) active.push({ first: firstAt[place] ?? 0, last: lastAt[place] ?? 0 });
  }
  const some = within
    .toSorted((one, other) => countOf(ends, other) - countOf(ends, one))
    .slice(0, USUAL.length);
  if (some.length > 0) active.push(...readActivity(store, some, silence));
  return gapsOf(
    active.sort((one, other) => one.first - other.first),
    silence,
    least,
  );
}

function countOf(sums: ReturnType<Store["sums"]>, address: string): number {
  return sums.get(address)?.count[1] ?? 0;
}

/** Returns the first and the last sample of each quarter of an hour; longer silences lie between two quarters. */
function readActivity(store: Store, addresses: readonly string[], { from, to }: Span): Activity[] {
  const active: Activity[] = [];
  for (let start = floor(from); start < to; start += PART_MS) {
    const count = Math.ceil((Math.min(start + PART_MS, ceil(to)) - start) / QUARTER_MS);
    const edges = Array.from({ length: count + 1 }, (_, place) => start + place * QUARTER_MS);
    const sums = [...store.sums(addresses, edges).values()];
    for (let place = 0; place < count; place += 1) {
      let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
      for (const one of sums) {
        if (!one.count[place]) continue;
        first = Math.min(first, one.firstAt[place] ?? first);
        last = Math.max(last, one.lastAt[place] ?? last);
      }
      if (first <= last) active.push({ first, last });
    }
  }
  return active;
}

/** Returns the first and the last sample of each local day. */
function readActiveDays(
  store: Store,
  addresses: readonly string[],
  { from, to }: Span,
): Activity[] {
  const days = { first: Math.floor(from / DAY_MS) - 1, end: Math.ceil(to / DAY_MS) + 1 };
  const active = new Array<Activity | undefined>(days.end - days.first).fill(undefined);
  for (const rollups of store.dayRollups(addresses, days).values())
    for (const [place, rollup] of rollups.entries()) {
      if (rollup === null) continue;
      const { first, last } = active[place] ?? { first: rollup.firstAt, last: rollup.lastAt };
      active[place] = {
        first: Math.min(first, rollup.firstAt),
        last: Math.max(last, rollup.lastAt),
      };
    }
  return active.filter((day) => day !== undefined);
}

function minSilence(active: readonly Activity[]): number {
  const steps = active.slice(1).map(({ first }, place) => first - (active[place]?.last ?? first));
  if (steps.length < MIN_PACE_STEPS) return MIN_BRIDGE_MS;
  const typical = steps.sort((one, other) => one - other)[steps.length >> 1] ?? 0;
  return Math.max(MIN_BRIDGE_MS, MIN_STEPS_OF_SILENCE * typical);
}

/** Returns the gaps longer than `least`. */
function gapsOf(active: readonly Activity[], { from, to }: Span, least: number): Span[] {
  const gaps: Span[] = [];
  let since = from;
  for (const { first, last } of active) {
    if (first - since > least && first <= to) gaps.push({ from: since, to: first });
    since = Math.max(since, last);
  }
  if (to - since > least) gaps.push({ from: since, to });
  return gaps;
}

const floor = (at: number) => Math.floor(at / QUARTER_MS) * QUARTER_MS;
const ceil = (at: number) => Math.ceil(at / QUARTER_MS) * QUARTER_MS;

import { MIN_BRIDGE_MS } from "#domain/history/bridging.ts";
import type { Span } from "#domain/history/local-days.ts";
import { SITE_ADDRESS } from "#domain/registers/catalogue/site.ts";
import { SERIES_LIMITS } from "../series/limits.ts";
import type { SeriesStore } from "../series/series-store.ts";
import type { StateLog } from "../states/state-log.ts";

type Store = Pick<SeriesStore, "addresses" | "dayRollups" | "newestAt" | "sums">;
/** Instants between which, with no long silence, something was heard; ascending. */
type Heard = { first: number; last: number };

const QUARTER_MS = SERIES_LIMITS.rollupMs;
const DAY_MS = 96 * QUARTER_MS;
/** So much time is summed up at once: ten years of quarters would be too much for an object's memory. */
const PART_MS = 92 * DAY_MS;
/** What nearly every logger samples. Reading every register of a year would take as long as reading the year. */
const USUAL: readonly string[] = [
  SITE_ADDRESS.loadPower,
  SITE_ADDRESS.solarPower,
  SITE_ADDRESS.gridPower,
  SITE_ADDRESS.batterySoc,
];
/** Only so many silences of these are held against all other registers. */
const MAX_CHECKED_SILENCES = 100;
/** Longer spans are looked through by the day: what was silent within one is not found. */
const BY_QUARTERS_MS = 400 * DAY_MS;
/** The same of a silence that is held against all registers, and against how many. */
const OTHERS_BY_QUARTERS_MS = 40 * DAY_MS;
const MAX_OTHER_REGISTERS = 200;
/** A logger that samples seldom is not silent in between: so many of its steps are. */
const STEPS_OF_SILENCE = 3;
/** Steps that make a pace. */
const PACE_STEPS = 8;

/**
 * Stretches of time in which nothing was heard of a site, neither sample nor status, each from the last word before it
 * to the first after it; those that have not ended are left out. Beyond the span asked for they are known for a day.
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
  const heard =
    known.to - known.from > BY_QUARTERS_MS
      ? readHeardDays(store, some, known)
      : readHeard(store, some, known);
  const least = minSilence(heard);
  const silences = gapsOf(heard, known, least);
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

/** What is left of a silence of a few registers where others were heard. */
function withoutOthers(store: Store, silence: Span, least: number): Span[] {
  if (silence.to - silence.from > OTHERS_BY_QUARTERS_MS) {
    const heard = readHeardDays(store, store.addresses.slice(0, MAX_OTHER_REGISTERS), silence);
    return gapsOf(heard, silence, least);
  }
  const [start, end] = [floor(silence.from), ceil(silence.to)];
  const ends = store.sums(store.addresses, [start, start + QUARTER_MS, end - QUARTER_MS, end]);
  const heard: Heard[] = [];
  const within: string[] = [];
  for (const [address, { count, firstAt, lastAt }] of ends) {
    if (count[1]) within.push(address);
    for (const place of [0, 2])
      if (count[place]) heard.push({ first: firstAt[place] ?? 0, last: lastAt[place] ?? 0 });
  }
  const some = within
    .toSorted((one, other) => countOf(ends, other) - countOf(ends, one))
    .slice(0, USUAL.length);
  if (some.length > 0) heard.push(...readHeard(store, some, silence));
  return gapsOf(
    heard.sort((one, other) => one.first - other.first),
    silence,
    least,
  );
}

function countOf(sums: ReturnType<Store["sums"]>, address: string): number {
  return sums.get(address)?.count[1] ?? 0;
}

/** Of each quarter of an hour with samples the first and the last of them: what is longer lies between two quarters. */
function readHeard(store: Store, addresses: readonly string[], { from, to }: Span): Heard[] {
  const heard: Heard[] = [];
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
      if (first <= last) heard.push({ first, last });
    }
  }
  return heard;
}

/** Of each local day the same. */
function readHeardDays(store: Store, addresses: readonly string[], { from, to }: Span): Heard[] {
  const days = { first: Math.floor(from / DAY_MS) - 1, end: Math.ceil(to / DAY_MS) + 1 };
  const heard = new Array<Heard | undefined>(days.end - days.first).fill(undefined);
  for (const rollups of store.dayRollups(addresses, days).values())
    for (const [place, rollup] of rollups.entries()) {
      if (rollup === null) continue;
      const { first, last } = heard[place] ?? { first: rollup.firstAt, last: rollup.lastAt };
      heard[place] = {
        first: Math.min(first, rollup.firstAt),
        last: Math.max(last, rollup.lastAt),
      };
    }
  return heard.filter((day) => day !== undefined);
}

function minSilence(heard: readonly Heard[]): number {
  const steps = heard.slice(1).map(({ first }, place) => first - (heard[place]?.last ?? first));
  if (steps.length < PACE_STEPS) return MIN_BRIDGE_MS;
  const typical = steps.sort((one, other) => one - other)[steps.length >> 1] ?? 0;
  return Math.max(MIN_BRIDGE_MS, STEPS_OF_SILENCE * typical);
}

/** Where for longer than that nothing was heard. */
function gapsOf(heard: readonly Heard[], { from, to }: Span, least: number): Span[] {
  const gaps: Span[] = [];
  let since = from;
  for (const { first, last } of heard) {
    if (first - since > least && first <= to) gaps.push({ from: since, to: first });
    since = Math.max(since, last);
  }
  if (to - since > least) gaps.push({ from: since, to });
  return gaps;
}

const floor = (at: number) => Math.floor(at / QUARTER_MS) * QUARTER_MS;
const ceil = (at: number) => Math.ceil(at / QUARTER_MS) * QUARTER_MS;

import { MIN_BRIDGE_MS } from "#domain/history/bridging.ts";
import type { Span } from "#domain/history/local-days.ts";
import { SITE_ADDRESS } from "#domain/registers/catalogue/site.ts";
import type { Equipment } from "#domain/registers/equipment.ts";
import {
  MAX_STATES,
  type SiteState,
  type SiteStates,
  type StateRow,
  type StateRows,
  type StatesQuery,
} from "#protocol/history/states.ts";
import type { SeriesStore } from "../series/series-store.ts";
import type { StateLog } from "../states/state-log.ts";
import { findSilences } from "./silences.ts";

/** Maximum number of statuses read, more than ten per second of a whole day. */
const MAX_WORDS = 2 ** 20;

type StateSources = {
  stateLog: Pick<StateLog, "intervals" | "reportsBetween">;
  series: Pick<SeriesStore, "addresses" | "dayRollups" | "newestAt" | "sums">;
  tree: readonly Equipment[];
};

/**
 * Returns the states of every piece of equipment with any, in the order of addresses. While the site is silent its
 * states are unknown: a state ends with the last report before and continues with the first after.
 */
export function readStates(
  { stateLog, series, tree }: StateSources,
  { from, until }: StatesQuery,
): StateRows {
  const found = stateLog.intervals(from, until, MAX_STATES);
  const begun = [...found.intervals.values()].flatMap(([first]) => first?.from ?? []);
  const silences =
    begun.length === 0
      ? []
      : findSilences(series, stateLog, { from: Math.max(from, Math.min(...begun)), until });
  const { isWhole, intervals } = keepNewest(
    new Map(
      [...found.intervals].map(([address, rows]) => [
        address,
        leaveOut(rows, silences, { from, until }),
      ]),
    ),
    found.isWhole,
  );
  const pieces = new Map(tree.map((piece) => [piece.address, piece]));
  const equipment = [...intervals].map(([address, rows]) => {
    const piece = pieces.get(address);
    return {
      address,
      // Removed equipment is not in the tree any more; its address begins with its type.
      typeCode: piece?.typeCode ?? address.slice(0, 4),
      model: piece?.model ?? null,
      alias: piece?.alias ?? null,
      rows,
    };
  });
  return { isWhole, equipment: equipment.filter(({ rows }) => rows.length > 0) };
}

/**
 * Cuts silences out of states that touch a span.
 * @param silences ascending, without overlaps, like the rows
 */
function leaveOut(
  rows: readonly StateRow[],
  silences: readonly Span[],
  { from, until }: StatesQuery,
): StateRow[] {
  const left: StateRow[] = [];
  let place = 0;
  for (const row of rows) {
    while ((silences[place]?.to ?? row.from + 1) <= row.from) place += 1;
    const end = row.to ?? Number.POSITIVE_INFINITY;
    const parts: StateRow[] = [];
    let since = row.from;
    for (let next = place; next < silences.length; next += 1) {
      const silence = silences[next];
      if (silence === undefined || silence.from >= end) break;
      if (silence.from > since) parts.push({ ...row, from: since, to: silence.from });
      since = silence.to;
    }
    if (since < end) parts.push({ ...row, from: since });
    left.push(...parts.filter(({ from: start, to }) => start < until && (to ?? until) > from));
  }
  return left;
}

/** Keeps the newest rows that fit in one answer. */
function keepNewest(intervals: Map<string, StateRow[]>, isWhole: boolean) {
  const all = [...intervals.values()].flat();
  if (all.length <= MAX_STATES) return { isWhole, intervals };
  const since = all.map((row) => row.from).sort((one, other) => other - one)[MAX_STATES - 1] ?? 0;
  const kept = [...intervals].map(
    ([address, rows]) => [address, rows.filter((row) => row.from > since)] as const,
  );
  return { isWhole: false, intervals: new Map(kept) };
}

/** Returns the site's own status, sample by sample, for about a day. Longer gaps have no state. */
export function readSiteStates(
  store: Pick<SeriesStore, "samplesUpTo">,
  { from, until }: StatesQuery,
): SiteStates {
  const address = SITE_ADDRESS.siteStatus;
  const samples = store.samplesUpTo(MAX_WORDS, [address], from, until);
  if (samples === null) return { isWhole: false, states: [] };
  const { at, values } = samples.get(address) ?? { at: [], values: [] };
  const states: SiteState[] = [];
  for (const [index, instant] of at.entries()) {
    const state = values[index];
    if (typeof state !== "string") continue;
    const last = states.at(-1);
    const follows = last !== undefined && instant - last.to <= MIN_BRIDGE_MS;
    if (follows) last.to = instant;
    if (!follows || last.state !== state) states.push({ state, from: instant, to: instant });
  }
  return { isWhole: states.length <= MAX_STATES, states: states.slice(-MAX_STATES) };
}

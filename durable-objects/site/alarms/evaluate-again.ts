import { findAnchor } from "#domain/alarms/limits/anchor.ts";
import { evaluate, settleVersions } from "#domain/alarms/limits/evaluate.ts";
import {
  type FoundEpisode,
  openHistory,
  WARM_UP_SAMPLES,
  warmUp,
} from "#domain/alarms/limits/history.ts";
import type { Episode, Monitor, SideKey } from "#domain/alarms/limits/monitor.ts";
import { INTERVAL_STEPS, MIN_GAP_MS } from "#domain/alarms/limits/sample-clock.ts";
import { isOpenPhase, isRunning } from "#domain/alarms/limits/side-state.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "#domain/units/durations.ts";
import type { RawSamples } from "../series/raw-samples.ts";

/** Samples before an anchor are searched this far back for the sample interval, ms. */
const MAX_WARM_UP_MS = 8 * DAY_MS;
/** Time read before the earliest changed sample at first, besides two sustain times, ms. */
const FIRST_LOOK_MS = 15 * MINUTE_MS;
/** Time read at once after the range, ms; it quadruples until the evaluation agrees with the log. */
const FIRST_SLICE_MS = HOUR_MS;
const MORE = 4;

/** The samples, rules and rows that evaluation reads. Instants are ms UTC. */
export type HistoryPorts<Row extends Episode> = {
  /** Reads samples and nulls from `from` to before `until`. */
  read: (address: string, from: number, until: number) => RawSamples;
  /** Instant through which samples of the register exist; null for none. */
  throughOf: (address: string) => number | null;
  /** Returns the sides that any version of the rules since an instant monitors, and that version's predecessor. */
  keysOf: (address: string, since: number) => readonly SideKey[];
  /** Returns the rows of a key that end at or after an instant or are open, ascending. */
  rowsSince: (key: string, since: number) => readonly Row[];
};

/** Rows and episodes of one key to reconcile. */
export type KeyResult<Row extends Episode> = { key: string; rows: Row[]; episodes: FoundEpisode[] };

/**
 * Evaluates a register again where its samples changed, until the log holds what follows. The work depends on the
 * length of the range, and on how long an alarm differs from the log.
 * @param range instants of the changed samples, ms UTC, both inclusive
 * @param now ms UTC
 * @returns what to reconcile for each key, and the state after the newest sample if it was reached
 */
export function evaluateAgain<Row extends Episode>(
  ports: HistoryPorts<Row>,
  address: string,
  range: { from: number; to: number },
  now: number,
): { keys: KeyResult<Row>[]; monitor: Monitor | null } {
  const { before, keys, anchor } = lookBack(ports, address, range.from);
  const known = new Map(keys.map(({ key }) => [key, ports.rowsSince(key, anchor)]));
  const sides = keys.map((key) => ({ ...key, episodes: known.get(key.key) ?? [] }));
  const { monitor, episodes, emit } = openHistory(address, sides, anchor);
  const split = before.times.findIndex((at) => at >= anchor);
  const [warm, rest] = cut(before, split === -1 ? before.times.length : split);
  warmUp(monitor, warm.times, warm.column);
  evaluate(monitor, rest.times, rest.column, emit);
  const last = Math.max(ports.throughOf(address) ?? 0, range.to);
  const settleMs = 2 * Math.max(maxSustain(keys), MIN_GAP_MS) + FIRST_LOOK_MS;
  let later = 0;
  let sliceMs = FIRST_SLICE_MS;
  let end = Number.POSITIVE_INFINITY;
  for (let cursor = range.from; cursor <= last; ) {
    const until = cursor === range.from ? range.to + settleMs : cursor + sliceMs;
    if (cursor !== range.from) sliceMs *= MORE;
    const { times, column } = ports.read(address, cursor, until);
    evaluate(monitor, times, column, emit);
    later += times.filter((at) => at > range.to).length;
    cursor = until;
    if (cursor > last || later < INTERVAL_STEPS) continue;
    settleVersions(monitor, Math.min(cursor - 1, now), emit);
    if (!agrees(monitor, known, cursor)) continue;
    end = cursor;
    break;
  }
  if (end === Number.POSITIVE_INFINITY) settleVersions(monitor, now, emit);
  return {
    keys: keys.map(({ key }) => toResult(key, known.get(key) ?? [], episodes.get(key) ?? [], end)),
    monitor: end === Number.POSITIVE_INFINITY ? monitor : null,
  };
}

/** Reads samples before an instant, as many as the sample interval at the anchor needs. */
function lookBack<Row extends Episode>(
  { read, keysOf, rowsSince }: HistoryPorts<Row>,
  address: string,
  from: number,
): { before: RawSamples; keys: readonly SideKey[]; anchor: number } {
  let lookMs = 2 * maxSustain(keysOf(address, from - DAY_MS)) + FIRST_LOOK_MS;
  for (;;) {
    const start = from - lookMs;
    const keys = keysOf(address, start);
    const sides = keys.map((key) => ({ ...key, episodes: rowsSince(key.key, start) }));
    const before = read(address, start, from);
    const anchor = findAnchor(from, before, sides, address);
    const isRead = anchor >= start;
    const count = before.times.filter((at) => at < anchor).length;
    const isKnown = before.column.slice(0, count).some((value) => value !== null);
    if (isRead && ((count >= WARM_UP_SAMPLES && isKnown) || lookMs >= MAX_WARM_UP_MS))
      return { before, keys, anchor };
    lookMs = isRead
      ? Math.min(lookMs * MORE, Math.max(MAX_WARM_UP_MS, lookMs + FIRST_LOOK_MS))
      : Math.min(lookMs * MORE, from - anchor + FIRST_LOOK_MS);
  }
}

function cut({ times, column }: RawSamples, index: number): [RawSamples, RawSamples] {
  return [
    { times: times.slice(0, index), column: column.slice(0, index) },
    { times: times.slice(index), column: column.slice(index) },
  ];
}

function maxSustain(keys: readonly SideKey[]): number {
  let max = 0;
  for (const { versions } of keys)
    for (const { rule } of versions) max = Math.max(max, (rule?.sustainTime ?? 0) * SECOND_MS);
  return max;
}

/**
 * Whether the state equals the one that the log implies, so that all that follows is the same: no run is in progress,
 * neither here nor, as a row that becomes active later shows, in the log.
 */
function agrees<Row extends Episode>(
  monitor: Monitor,
  known: ReadonlyMap<string, readonly Row[]>,
  at: number,
): boolean {
  return monitor.sides.every(({ key, state }) => {
    const rows = known.get(key) ?? [];
    if (isRunning(state, at)) return false;
    if (rows.some(({ startTime, dateTime }) => startTime < at && dateTime >= at)) return false;
    return isOpenPhase(state.phase) === rows.some((row) => lasts(row, at));
  });
}

/** Whether an alarm of the log is active at an instant. */
function lasts({ dateTime, endTime }: Episode, at: number): boolean {
  return dateTime < at && (endTime === null || endTime >= at);
}

/** Limits rows and episodes to the evaluated time; an alarm that lasts beyond it ends as the log states. */
function toResult<Row extends Episode>(
  key: string,
  known: readonly Row[],
  episodes: FoundEpisode[],
  end: number,
): KeyResult<Row> {
  const rows = known.filter(({ startTime, dateTime }) => startTime < end && dateTime < end);
  const last = episodes.at(-1);
  const open = rows.find((row) => lasts(row, end));
  if (end !== Number.POSITIVE_INFINITY && last?.endTime === null && open !== undefined) {
    last.endTime = open.endTime;
    last.reason = open.reason;
  }
  return { key, rows, episodes };
}

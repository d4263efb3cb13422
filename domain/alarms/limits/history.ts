import type { RegisterValue } from "#domain/registers/register.ts";
import type { AlarmRule } from "../site-rules.ts";
import { evaluate, settleVersions } from "./evaluate.ts";
import { type Episode, type Monitor, newMonitor, type SideKey } from "./monitor.ts";
import { advanceClock, INTERVAL_STEPS } from "./sample-clock.ts";

/** An episode that was found in history, with the version of the rule that raised it. */
export type FoundEpisode = Episode & {
  /** Null for an alarm whose row covers the anchor. */
  rule: AlarmRule | null;
};

/** A side with the episodes that its log has, ascending; those that ended before the anchor may be absent. */
export type KnownSide = SideKey & { episodes: readonly Episode[] };

/** Minimum number of samples before an anchor from which the sample interval at the anchor's sample is exact. */
export const WARM_UP_SAMPLES = INTERVAL_STEPS;

/**
 * Evaluates a register from an anchor of `findAnchor`.
 * @param times instants of samples and nulls, ms UTC, strictly ascending: those from the anchor on, and before it at
 *   least `WARM_UP_SAMPLES` and the newest one with a value, as far as they are stored
 * @param column values at these instants
 * @param anchor ms UTC
 * @param until instant up to which versions of rules apply, ms UTC
 * @returns the episodes of each key that are open at the anchor or end later, and the state after the last sample
 */
export function evaluateHistory(
  address: string,
  sides: readonly KnownSide[],
  times: readonly number[],
  column: readonly RegisterValue[],
  anchor: number,
  until: number,
): { episodes: Map<string, FoundEpisode[]>; monitor: Monitor } {
  const { monitor, episodes, emit } = openHistory(address, sides, anchor);
  const first = times.findIndex((at) => at >= anchor);
  const split = first === -1 ? times.length : first;
  warmUp(monitor, times.slice(0, split), column.slice(0, split));
  evaluate(monitor, times.slice(split), column.slice(split), emit);
  settleVersions(monitor, until, emit);
  return { episodes, monitor };
}

/**
 * Starts an evaluation that receives its samples in several parts: `warmUp` with those before the anchor, then
 * `evaluate` with `emit`, then `settleVersions`.
 */
export function openHistory(address: string, sides: readonly KnownSide[], anchor: number) {
  const monitor = newMonitor(address, sides);
  settleVersions(monitor, anchor - 1, () => undefined);
  monitor.through = null;
  const episodes = new Map<string, FoundEpisode[]>();
  for (const [index, { key, episodes: known }] of sides.entries()) {
    const open = known.find((episode) => isOpenAt(episode, anchor));
    episodes.set(key, open ? [{ ...open, endTime: null, reason: null, rule: null }] : []);
    const state = monitor.sides[index]?.state;
    if (!open || !state) continue;
    state.phase = "active";
    state.startTime = open.startTime;
  }
  const emit = collectInto(episodes);
  return { monitor, episodes, emit };
}

/** Returns whether the row of an alarm covers an anchor, so that evaluation begins with it. */
function isOpenAt({ startTime, endTime }: Episode, anchor: number): boolean {
  return startTime < anchor && (endTime === null || endTime >= anchor);
}

/** Runs samples before the anchor: they determine sample interval and last known value only. */
export function warmUp(
  monitor: Monitor,
  times: readonly number[],
  column: readonly RegisterValue[],
): void {
  for (const [index, at] of times.entries()) {
    advanceClock(monitor.clock, at);
    monitor.through = at;
    monitor.known = column[index] ?? monitor.known;
  }
}

function collectInto(episodes: Map<string, FoundEpisode[]>) {
  return (effect: Parameters<Parameters<typeof evaluate>[3]>[0]) => {
    const list = episodes.get(effect.key);
    if (effect.kind === "raised") list?.push({ ...effect.episode, rule: effect.rule });
    else {
      const last = list?.at(-1);
      if (last) Object.assign(last, { endTime: effect.endTime, reason: effect.reason });
    }
  };
}

/**
 * Joins stored samples of a register with its stored nulls. A value at the same instant wins.
 * @param nulls instants of samples without a value, ms UTC, strictly ascending
 */
export function joinNulls(
  times: readonly number[],
  column: readonly RegisterValue[],
  nulls: readonly number[],
): { times: number[]; column: RegisterValue[] } {
  const joined = { times: [] as number[], column: [] as RegisterValue[] };
  let next = 0;
  const addNulls = (before: number) => {
    for (let at = nulls[next]; at !== undefined && at < before; at = nulls[++next]) {
      joined.times.push(at);
      joined.column.push(null);
    }
  };
  for (const [index, at] of times.entries()) {
    addNulls(at);
    if (nulls[next] === at) next += 1;
    joined.times.push(at);
    joined.column.push(column[index] ?? null);
  }
  addNulls(Number.POSITIVE_INFINITY);
  return joined;
}

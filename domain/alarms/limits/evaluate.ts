import type { RegisterValue } from "#domain/registers/register.ts";
import type { EffectSink, Monitor, MonitoredSide, RuleVersion } from "./monitor.ts";
import { advanceClock } from "./sample-clock.ts";
import { changeCondition, clearState, isOpenPhase, stepSide } from "./side-state.ts";
import { findCondition } from "./sides.ts";

/**
 * Runs new samples of a register through all of its sides. Samples at or before `monitor.through` are not evaluated:
 * what they change follows from the history.
 * @param times instants of the samples, ms UTC, strictly ascending
 * @param column values at these instants; null is a sample without a value
 * @param emit receives the changes of each alarm in their order
 * @returns the earliest instant that was not evaluated, ms UTC; null if all were
 */
export function evaluate(
  monitor: Monitor,
  times: readonly number[],
  column: readonly RegisterValue[],
  emit: EffectSink,
): number | null {
  let late: number | null = null;
  for (let index = 0; index < times.length; index++) {
    const at = times[index];
    const value = column[index];
    if (at === undefined || value === undefined) continue;
    if (monitor.through !== null && at <= monitor.through) late ??= at;
    else evaluateSample(monitor, at, value, emit);
  }
  return late;
}

function evaluateSample(monitor: Monitor, at: number, value: RegisterValue, emit: EffectSink) {
  for (const side of monitor.sides) {
    if (side.applied < side.versions.length) applyVersions(monitor, side, at - 1, emit);
  }
  const hasGap = advanceClock(monitor.clock, at);
  monitor.through = at;
  if (value !== null) monitor.known = value;
  for (const side of monitor.sides) {
    if (side.condition === null) continue;
    const { startTime } = side.state;
    const change = stepSide(side.state, side.condition, at, value, hasGap);
    if (change === null) continue;
    if (change === "raised") emitRaised(side, at, value, emit);
    else emit({ kind: "ended", key: side.key, startTime, endTime: change, reason: "recovered" });
  }
}

function emitRaised(side: MonitoredSide, at: number, value: RegisterValue, emit: EffectSink) {
  const { key, rule, condition, state } = side;
  if (rule === null || condition === null) return;
  const limit = condition.values === null ? condition.alarm : null;
  const { startTime } = state;
  const episode = { startTime, dateTime: at, endTime: null, value, limit, reason: null };
  emit({ kind: "raised", key, rule, episode });
}

/**
 * Applies the versions of rules up to an instant at once, so that a change of a rule takes effect before the next
 * sample. Samples up to such a version that arrive later count as late (`monitor.through`).
 * @param at ms UTC
 */
export function settleVersions(monitor: Monitor, at: number, emit: EffectSink): void {
  for (const side of monitor.sides) {
    const last = applyVersions(monitor, side, at, emit);
    if (last !== null) monitor.through = Math.max(monitor.through ?? last.at, last.at);
  }
}

/** Applies the versions of one side up to and including an instant, and returns the last one that was applied. */
function applyVersions(
  monitor: Monitor,
  side: MonitoredSide,
  at: number,
  emit: EffectSink,
): RuleVersion | null {
  let last: RuleVersion | null = null;
  for (;;) {
    const version = side.versions[side.applied];
    if (version === undefined || version.at > at) return last;
    applyVersion(monitor, side, version, emit);
    last = version;
  }
}

function applyVersion(
  { address, known }: Monitor,
  side: MonitoredSide,
  version: RuleVersion,
  emit: EffectSink,
): void {
  const { state, condition: before } = side;
  const { startTime } = state;
  const wasOpen = isOpenPhase(state.phase);
  const found = findCondition(version.rule, address, side.side);
  side.applied += 1;
  side.rule = version.rule;
  side.condition = typeof found === "string" ? null : found;
  if (side.condition === null) clearState(state);
  else if (before !== null) changeCondition(state, before, side.condition, known);
  if (!wasOpen || isOpenPhase(state.phase)) return;
  const reason = version.reason ?? (typeof found === "string" ? found : "rule changed");
  emit({ kind: "ended", key: side.key, startTime, endTime: version.at, reason });
}

import { SECOND_MS } from "#domain/units/durations.ts";
import type { RuleVersion, SideKey } from "./monitor.ts";
import { INTERVAL_STEPS, MIN_GAP_MS } from "./sample-clock.ts";

/** Samples before an instant of which at least one belongs to any run that can continue there only by its interval. */
const ANCHOR_SAMPLES = INTERVAL_STEPS - 1;

/**
 * Finds the instant from which the history of a register is evaluated again after a sample arrived late.
 *
 * A run in progress at `dirty` has a sample in the last `max(sustain time, 120 s)` or among the last four samples,
 * because the samples of a run are no further apart: five steps last longer than three times their median. It began
 * less than the sustain time before that sample, since otherwise it would be complete. So a run that began before the
 * anchor is completed or interrupted before `dirty`, whatever arrived. What it completed is known from its row: an alarm
 * whose row covers the anchor counts as active there.
 * @param dirty earliest instant whose samples changed, ms UTC
 * @param before instants of the stored samples before it, ms UTC, ascending: at least the last four, as far as they
 *   are stored
 * @param sides versions of the rules of the register
 * @returns ms UTC
 */
export function findAnchor(
  dirty: number,
  before: readonly number[],
  sides: readonly Pick<SideKey, "versions">[],
): number {
  const fourth = before.at(-ANCHOR_SAMPLES) ?? before[0] ?? dirty;
  let anchor = dirty;
  for (const { versions } of sides) {
    anchor = Math.min(anchor, findRunStart(dirty, fourth, versions));
  }
  return anchor;
}

function findRunStart(dirty: number, fourth: number, versions: readonly RuleVersion[]): number {
  let start = dirty;
  for (;;) {
    const sustainMs = maxSustain(versions, start);
    const earlier = Math.min(dirty - Math.max(sustainMs, MIN_GAP_MS), fourth) - sustainMs;
    if (earlier >= start) return start;
    start = earlier;
  }
}

/** Returns the maximum sustain time of the versions in force at or after an instant, ms. */
function maxSustain(versions: readonly RuleVersion[], since: number): number {
  let max = 0;
  for (const [index, { rule }] of versions.entries()) {
    const next = versions[index + 1];
    if (next && next.at < since) continue;
    if (rule) max = Math.max(max, rule.sustainTime * SECOND_MS);
  }
  return max;
}

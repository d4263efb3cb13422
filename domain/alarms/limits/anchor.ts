import type { RegisterValue } from "#domain/registers/register.ts";
import { SECOND_MS } from "#domain/units/durations.ts";
import type { RuleVersion, SideKey } from "./monitor.ts";
import { MAX_PAUSE_MS } from "./side-state.ts";
import { findCondition, readValue, type SideCondition } from "./sides.ts";

/** Samples of a register in the order of their instants, ms UTC. */
type Samples = { times: readonly number[]; column: readonly RegisterValue[] };

/**
 * Finds the instant from which the history of a register is evaluated again after a sample arrived late.
 *
 * Values between the limits change nothing. So a run in progress at `dirty` began less than the sustain time before the
 * newest earlier sample that is not between the limits, since otherwise it would be complete there or interrupted. A
 * run that began before the anchor is therefore completed or interrupted before `dirty`, whatever arrived. What it
 * completed is known from its row: an alarm whose row covers the anchor counts as active there.
 * @param dirty earliest instant whose samples changed, ms UTC
 * @param before the samples that are read before it. If all of them are between the limits, the anchor is before the
 *   maximum pause of a run, and more of them have to be read if the anchor is before the first one.
 * @param sides sides of the register, each with the versions of its rule
 * @returns ms UTC
 */
export function findAnchor(
  dirty: number,
  before: Samples,
  sides: readonly Pick<SideKey, "side" | "versions">[],
  address: string,
): number {
  let anchor = dirty;
  for (const { side, versions } of sides) {
    const conditions = versions.map(({ rule }) => {
      const found = findCondition(rule, address, side);
      return typeof found === "string" ? null : found;
    });
    const definite = findDefinite(before, versions, conditions) ?? dirty - MAX_PAUSE_MS;
    anchor = Math.min(anchor, findRunStart(definite, versions));
  }
  return anchor;
}

/** Finds the newest sample that is not between the limits that were in force then; null if there is none. */
function findDefinite(
  { times, column }: Samples,
  versions: readonly RuleVersion[],
  conditions: readonly (SideCondition | null)[],
): number | null {
  let version = versions.length - 1;
  for (let index = times.length - 1; index >= 0; index--) {
    const at = times[index] ?? 0;
    while (version >= 0 && (versions[version]?.at ?? 0) >= at) version -= 1;
    const condition = conditions[version] ?? null;
    if (condition === null || readValue(condition, column[index] ?? null) !== "between") return at;
  }
  return null;
}

/** Returns the earliest start of a run that is in progress at an instant, ms UTC. */
function findRunStart(definite: number, versions: readonly RuleVersion[]): number {
  let start = definite;
  for (;;) {
    const earlier = definite - maxSustain(versions, start);
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

import { HOUR_MS } from "../units/durations.ts";
import { cutZoneRules, readZoneRules } from "./zone-rules.ts";
import { rulesOf } from "./zone-table.ts";

/** Maximum offset of a zone from UTC, ms. */
const MAX_OFFSET_MS = 16 * HOUR_MS;

/** Period, ms UTC, during which a zone's offset is constant. */
export type OffsetPeriod = {
  from: number;
  until: number;
  /** ms by which the clocks are ahead of UTC */
  offset: number;
  /** Offset before the period, ms; null for the first known period. */
  before: number | null;
};

/** Oldest instant that pages show, ms UTC: older samples are not stored (logger protocol). */
const SHOWN_SINCE = Date.UTC(2000, 0);

const zones = new Map<string, OffsetPeriod[]>();
/** Period of the latest query; the next query usually concerns the same zone and season. */
let recent: { timeZone: string; period: OffsetPeriod } | null = null;

/**
 * Sets the rules of a zone. A browser calls it with the rules that the server sent, so that both compute the same local
 * times even if the browser has other zone data.
 * @param rules as `describeZone` returns them
 */
export function provideZone(timeZone: string, rules: string): void {
  if (provided.get(timeZone) === rules) return;
  provided.set(timeZone, rules);
  zones.set(timeZone, parsePeriods(rules));
  recent = null;
}

const provided = new Map<string, string>();

/** Returns the rules of a zone (IANA name) since 2000, for `provideZone` in a browser. */
export function describeZone(timeZone: string): string {
  const known = described.get(timeZone);
  if (known !== undefined) return known;
  const rules = cutZoneRules(rulesOf(timeZone), SHOWN_SINCE);
  described.set(timeZone, rules);
  return rules;
}

const described = new Map<string, string>();

/** Returns the period of constant offset that contains an instant (ms UTC). */
export function offsetPeriodAt(timeZone: string, at: number): OffsetPeriod {
  if (recent?.timeZone === timeZone && at >= recent.period.from && at < recent.period.until)
    return recent.period;
  const periods = periodsOf(timeZone);
  const period = periods[indexAt(periods, at)] as OffsetPeriod;
  recent = { timeZone, period };
  return period;
}

/** Returns by how many ms a zone's clocks (IANA name) are ahead of UTC at an instant (ms UTC). */
export function zoneOffsetAt(timeZone: string, at: number): number {
  return offsetPeriodAt(timeZone, at).offset;
}

/**
 * Returns the first instant (ms UTC) at which a zone's clocks show a local time or a later one.
 * @param local local time as ms since 1970-01-01 0:00 of the clocks
 */
export function firstInstantOf(timeZone: string, local: number): number {
  const early = offsetPeriodAt(timeZone, local - MAX_OFFSET_MS);
  if (local - early.offset < early.until) return Math.max(early.from, local - early.offset);
  const periods = periodsOf(timeZone);
  for (const { from, until, offset } of periods.slice(periods.indexOf(early) + 1)) {
    const at = Math.max(from, local - offset);
    if (at < until) return at;
  }
  return local - early.offset;
}

/**
 * Lists the instants (ms UTC) at which a zone's clocks show a local time: none if they skip it, two if they repeat it.
 * @param local local time as ms since 1970-01-01 0:00 of the clocks
 */
export function findLocalInstants(timeZone: string, local: number): number[] {
  const periods = periodsOf(timeZone);
  const instants: number[] = [];
  const first = indexAt(periods, local - MAX_OFFSET_MS);
  for (let index = first; index < periods.length; index++) {
    const { from, until, offset } = periods[index] as OffsetPeriod;
    if (from > local + MAX_OFFSET_MS) break;
    const at = local - offset;
    if (at >= from && at < until) instants.push(at);
  }
  return instants;
}

function indexAt(periods: readonly OffsetPeriod[], at: number): number {
  let low = 0;
  let high = periods.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((periods[middle]?.from ?? 0) <= at) low = middle;
    else high = middle - 1;
  }
  return low;
}

function periodsOf(timeZone: string): OffsetPeriod[] {
  let known = zones.get(timeZone);
  if (known === undefined) {
    known = parsePeriods(rulesOf(timeZone));
    zones.set(timeZone, known);
  }
  return known;
}

function parsePeriods(rules: string): OffsetPeriod[] {
  const { first, transitions } = readZoneRules(rules);
  const starts = [{ at: Number.NEGATIVE_INFINITY, offset: first }, ...transitions];
  return starts.map(({ at, offset }, index) => ({
    from: at,
    until: starts[index + 1]?.at ?? Number.POSITIVE_INFINITY,
    offset,
    before: starts[index - 1]?.offset ?? null,
  }));
}

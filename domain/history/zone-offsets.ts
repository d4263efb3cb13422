import { cutZoneRules, readZoneRules } from "./zone-rules.ts";
import { rulesOf } from "./zone-table.ts";

/** Zones offset by more than this do not exist. */
const MAX_OFFSET_MS = 16 * 3_600_000;

/** A time span, ms UTC, during which a zone's offset is constant. */
export type OffsetPeriod = {
  from: number;
  until: number;
  offset: number;
  /** The offset just before it; null at the beginning of what is known. */
  before: number | null;
};

/** Nothing older is stored (logger protocol), so no page shows older times. */
const SHOWN_SINCE = Date.UTC(2000, 0);

const zones = new Map<string, OffsetPeriod[]>();
/** The next question is mostly about the same zone and season. */
let recent: { timeZone: string; period: OffsetPeriod } | null = null;

/**
 * Sets the rules of a zone. A browser calls it with the rules that the server sent, so that both compute the same local
 * times whatever zone data the browser has.
 * @param rules as `describeZone` returns them
 */
export function provideZone(timeZone: string, rules: string): void {
  if (provided.get(timeZone) === rules) return;
  provided.set(timeZone, rules);
  zones.set(timeZone, parsePeriods(rules));
  recent = null;
}

const provided = new Map<string, string>();

/** The rules of a zone (IANA name) since 2000, for `provideZone` in a browser. */
export function describeZone(timeZone: string): string {
  const known = described.get(timeZone);
  if (known !== undefined) return known;
  const rules = cutZoneRules(rulesOf(timeZone), SHOWN_SINCE);
  described.set(timeZone, rules);
  return rules;
}

const described = new Map<string, string>();

/** Returns the span of an instant (ms UTC). */
export function offsetPeriodAt(timeZone: string, at: number): OffsetPeriod {
  if (recent?.timeZone === timeZone && at >= recent.period.from && at < recent.period.until)
    return recent.period;
  const periods = periodsOf(timeZone);
  const period = periods[indexAt(periods, at)] as OffsetPeriod;
  recent = { timeZone, period };
  return period;
}

/** ms by which a zone's clocks (IANA name) are ahead of UTC at an instant (ms UTC). */
export function zoneOffsetAt(timeZone: string, at: number): number {
  return offsetPeriodAt(timeZone, at).offset;
}

/**
 * The first instant at which a zone's clocks show a time or a later one.
 * @param local what they show, as if it were UTC
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

/** Every instant at which a zone's clocks show just this: none in the hour that spring leaves out, two in autumn's. */
export function instantsOf(timeZone: string, local: number): number[] {
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

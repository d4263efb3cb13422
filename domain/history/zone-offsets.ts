import { cutZoneRules, readZoneRules } from "./zone-rules.ts";
import { rulesOf } from "./zone-table.ts";

/** Zones offset by more than this do not exist. */
const MAX_OFFSET_MS = 16 * 3_600_000;

/** A time span, ms UTC, during which a zone's offset is constant. */
export type OffsetStretch = {
  from: number;
  until: number;
  offset: number;
  /** The offset just before it; null at the beginning of what is known. */
  before: number | null;
};

/** Nothing older is stored (logger protocol), so no page shows older times. */
const SHOWN_SINCE = Date.UTC(2000, 0);

const zones = new Map<string, OffsetStretch[]>();
/** The next question is mostly about the same zone and season. */
let recent: { timeZone: string; stretch: OffsetStretch } | null = null;

/**
 * Sets the rules of a zone. A browser calls it with the rules that the server sent, so that both compute the same local
 * times whatever zone data the browser has.
 * @param rules as `describeZone` returns them
 */
export function provideZone(timeZone: string, rules: string): void {
  if (provided.get(timeZone) === rules) return;
  provided.set(timeZone, rules);
  zones.set(timeZone, listStretches(rules));
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
export function stretchAt(timeZone: string, at: number): OffsetStretch {
  if (recent?.timeZone === timeZone && at >= recent.stretch.from && at < recent.stretch.until)
    return recent.stretch;
  const stretches = stretchesOf(timeZone);
  const stretch = stretches[indexAt(stretches, at)] as OffsetStretch;
  recent = { timeZone, stretch };
  return stretch;
}

/** ms by which a zone's clocks (IANA name) are ahead of UTC at an instant (ms UTC). */
export function zoneOffsetAt(timeZone: string, at: number): number {
  return stretchAt(timeZone, at).offset;
}

/**
 * The first instant at which a zone's clocks show a time or a later one.
 * @param local what they show, as if it were UTC
 */
export function firstInstantOf(timeZone: string, local: number): number {
  const early = stretchAt(timeZone, local - MAX_OFFSET_MS);
  if (local - early.offset < early.until) return Math.max(early.from, local - early.offset);
  const stretches = stretchesOf(timeZone);
  for (const { from, until, offset } of stretches.slice(stretches.indexOf(early) + 1)) {
    const at = Math.max(from, local - offset);
    if (at < until) return at;
  }
  return local - early.offset;
}

/** Every instant at which a zone's clocks show just this: none in the hour that spring leaves out, two in autumn's. */
export function instantsOf(timeZone: string, local: number): number[] {
  const stretches = stretchesOf(timeZone);
  const instants: number[] = [];
  const first = indexAt(stretches, local - MAX_OFFSET_MS);
  for (let index = first; index < stretches.length; index++) {
    const { from, until, offset } = stretches[index] as OffsetStretch;
    if (from > local + MAX_OFFSET_MS) break;
    const at = local - offset;
    if (at >= from && at < until) instants.push(at);
  }
  return instants;
}

function indexAt(stretches: readonly OffsetStretch[], at: number): number {
  let low = 0;
  let high = stretches.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((stretches[middle]?.from ?? 0) <= at) low = middle;
    else high = middle - 1;
  }
  return low;
}

function stretchesOf(timeZone: string): OffsetStretch[] {
  let known = zones.get(timeZone);
  if (known === undefined) {
    known = listStretches(rulesOf(timeZone));
    zones.set(timeZone, known);
  }
  return known;
}

function listStretches(rules: string): OffsetStretch[] {
  const { first, transitions } = readZoneRules(rules);
  const starts = [{ at: Number.NEGATIVE_INFINITY, offset: first }, ...transitions];
  return starts.map(({ at, offset }, index) => ({
    from: at,
    until: starts[index + 1]?.at ?? Number.POSITIVE_INFINITY,
    offset,
    before: starts[index - 1]?.offset ?? null,
  }));
}

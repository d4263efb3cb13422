const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** No zone has changed its clocks twice within this, not since 1995. */
const LOOK_MS = 5 * DAY_MS;
/** Zones offset by more than this do not exist. */
const MOST_OFFSET_MS = 16 * 3_600_000;
const FIRST_YEAR = 1970;
const LAST_YEAR = 2199;

/** A stretch of time, ms UTC, during which a zone's clocks are ahead of UTC by the same ms. */
export type OffsetStretch = {
  from: number;
  until: number;
  offset: number;
  /** The offset just before it; null at the beginning of what is known. */
  before: number | null;
};

/** Whole years of a zone: ascending stretches without gaps, from the first year's beginning to the last one's end. */
type KnownYears = {
  first: number;
  last: number;
  /** What may be asked about: whoever asks may look a year back and a year ahead. */
  from: number;
  until: number;
  stretches: OffsetStretch[];
};

const zones = new Map<string, KnownYears>();
/** The next question is mostly about the same zone and season. */
let recent: { timeZone: string; from: number; until: number; stretch: OffsetStretch } | null = null;

/** The stretch that an instant (ms UTC) lies in; one without a change for a year ends where knowledge does. */
export function stretchAt(timeZone: string, at: number): OffsetStretch {
  if (recent !== null && recent.timeZone === timeZone && at >= recent.from && at < recent.until)
    return recent.stretch;
  const { stretches, from, until } = knowYears(timeZone, at);
  const stretch = stretches[indexAt(stretches, at)] as OffsetStretch;
  recent = {
    timeZone,
    from: Math.max(from, stretch.from),
    until: Math.min(until, stretch.until),
    stretch,
  };
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
  const early = stretchAt(timeZone, local - MOST_OFFSET_MS);
  if (local - early.offset < early.until) return Math.max(early.from, local - early.offset);
  const { stretches } = knowYears(timeZone, local - MOST_OFFSET_MS);
  for (const { from, until, offset } of stretches.slice(stretches.indexOf(early) + 1)) {
    const at = Math.max(from, local - offset);
    if (at < until) return at;
  }
  return local - early.offset;
}

/** Every instant at which a zone's clocks show just this: none in the hour that spring leaves out, two in autumn's. */
export function instantsOf(timeZone: string, local: number): number[] {
  const { stretches } = knowYears(timeZone, local - MOST_OFFSET_MS);
  const instants: number[] = [];
  const first = indexAt(stretches, local - MOST_OFFSET_MS);
  for (let index = first; index < stretches.length; index++) {
    const { from, until, offset } = stretches[index] as OffsetStretch;
    if (from > local + MOST_OFFSET_MS) break;
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

function knowYears(timeZone: string, at: number): KnownYears {
  const known = zones.get(timeZone);
  if (known !== undefined && at >= known.from && at < known.until) return known;
  const year = clampYear(new Date(at).getUTCFullYear());
  if (known !== undefined && year > known.first && year < known.last) return known;
  const learnt = learnYears(timeZone, year, known);
  zones.set(timeZone, learnt);
  recent = null;
  return learnt;
}

function clampYear(year: number): number {
  return Math.min(LAST_YEAR - 1, Math.max(FIRST_YEAR + 1, Number.isNaN(year) ? 0 : year));
}

function learnYears(timeZone: string, year: number, known: KnownYears | undefined): KnownYears {
  const first = Math.min(year - 1, known?.first ?? year - 1);
  const last = Math.max(year + 1, known?.last ?? year + 1);
  const changes =
    known === undefined
      ? findChanges(timeZone, first, last)
      : [
          ...findChanges(timeZone, first, known.first - 1),
          ...known.stretches.slice(1).map(({ from, offset }) => ({ at: from, offset })),
          ...findChanges(timeZone, known.last + 1, last),
        ];
  const offset = askOffset(timeZone, Date.UTC(first, 0));
  // Before the first year that is looked at, and after the last, clocks go on as they did.
  const from = first === FIRST_YEAR ? Number.NEGATIVE_INFINITY : Date.UTC(first, 0);
  const until = last === LAST_YEAR ? Number.POSITIVE_INFINITY : Date.UTC(last + 1, 0);
  const starts = [{ at: from, offset }, ...changes];
  return {
    first,
    last,
    from: first === FIRST_YEAR ? from : Date.UTC(first + 1, 0),
    until: last === LAST_YEAR ? until : Date.UTC(last, 0),
    stretches: starts.map(({ at, offset }, index) => ({
      from: at,
      until: starts[index + 1]?.at ?? until,
      offset,
      before: starts[index - 1]?.offset ?? null,
    })),
  };
}

/** When clocks were changed in these years, both included, and how far ahead of UTC they were from then on. */
function findChanges(
  timeZone: string,
  first: number,
  last: number,
): { at: number; offset: number }[] {
  const changes: { at: number; offset: number }[] = [];
  const end = Date.UTC(last + 1, 0);
  let at = Date.UTC(first, 0);
  let offset = first > last ? 0 : askOffset(timeZone, at);
  while (at < end) {
    const next = Math.min(at + LOOK_MS, end);
    const then = askOffset(timeZone, next);
    if (then !== offset) changes.push({ at: findChange(timeZone, at, next), offset: then });
    at = next;
    offset = then;
  }
  return changes;
}

/** Clocks are changed at whole minutes: at 00:01 in Newfoundland, until 2011. */
function findChange(timeZone: string, from: number, to: number): number {
  const offset = askOffset(timeZone, from);
  let low = from / MINUTE_MS;
  let high = to / MINUTE_MS;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (askOffset(timeZone, middle * MINUTE_MS) === offset) low = middle;
    else high = middle;
  }
  return high * MINUTE_MS;
}

/** Making one takes far longer than using it. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** Slow: the runtime's own table of zones, by way of a text ("1, GMT-09:30"). */
function askOffset(timeZone: string, at: number): number {
  let format = formats.get(timeZone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat("en-US", {
      timeZone,
      day: "numeric",
      timeZoneName: "longOffset",
    });
    formats.set(timeZone, format);
  }
  const [, sign, hours, minutes] = /GMT([+-])(\d{2}):(\d{2})/.exec(format.format(at)) ?? [];
  const ahead = (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * MINUTE_MS;
  return sign === "-" ? -ahead : ahead;
}

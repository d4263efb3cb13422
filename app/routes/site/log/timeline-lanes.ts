import { listDays, msOfDayAt, type Span } from "#domain/history/local-days.ts";
import { HOUR_MS, MINUTE_MS } from "#domain/units/durations.ts";
import { formatLocalTime } from "#domain/units/local-time.ts";

/** The part of an alarm that the timeline needs. Instants are ms UTC. */
export type Episode = {
  logId: number;
  deviceName: string;
  address: string | null;
  startTime: number;
  endTime: number | null;
};

/** Bar of one alarm; position and width are shares of the axis, 0 to 1. Bars that overlap are on different levels. */
export type TimelineBar<Row extends Episode> = {
  row: Row;
  from: number;
  length: number;
  level: number;
};
/** Bars of one device on one or more levels. */
export type TimelineLane<Row extends Episode> = { levels: number; bars: TimelineBar<Row>[] };

/** Digits of an equipment address. */
const EQUIPMENT_DIGITS = 6;
const MAX_TICKS = 8;
/** Levels of a lane; further bars that overlap share the last one. */
const MAX_LEVELS = 4;
/** Share of the axis between two bars of a level. */
const APART = 0.005;

/**
 * Span of a timeline: the chosen period, or that of the drawn alarms, with some room so that no bar touches an edge.
 * @param now ms UTC, where open alarms end
 */
export function timelineSpan(
  rows: readonly Episode[],
  { from, to }: { from?: number; to?: number },
  now: number,
): Span {
  const begin = Math.min(from ?? Math.min(...rows.map(({ startTime }) => startTime)), now);
  const end = Math.max(Math.min(to ?? now, now), begin + MINUTE_MS);
  const room = Math.max(MINUTE_MS, (end - begin) * 0.02);
  return { from: Math.round(begin - room), to: Math.round(end + room) };
}

/** Groups alarms by device, those with the newest alarm first, and places each on the axis. */
export function timelineLanes<Row extends Episode>(
  rows: readonly Row[],
  { from, to }: Span,
  now: number,
): TimelineLane<Row>[] {
  const share = (at: number) => (Math.min(Math.max(at, from), to) - from) / (to - from);
  const lanes = Map.groupBy(
    rows,
    ({ address, deviceName }) => `${address?.slice(0, EQUIPMENT_DIGITS) ?? ""} ${deviceName}`,
  );
  return [...lanes.values()].map((episodes) => {
    // End of the last bar of each level.
    const ends: number[] = [];
    const bars = episodes
      .toSorted((one, other) => one.startTime - other.startTime)
      .map((row) => {
        const start = share(row.startTime);
        const end = share(row.endTime ?? now);
        const free = ends.findIndex((last) => last + APART <= start);
        const level = free < 0 ? Math.min(ends.length, MAX_LEVELS - 1) : free;
        ends[level] = Math.max(ends[level] ?? 0, end);
        return { row, from: start, length: end - start, level };
      });
    return { levels: ends.length, bars };
  });
}

/** Part of the axis at either end without labels, which would be cut. */
const EDGE = 0.06;

/** Steps of the labels of the axis, ms. */
const STEPS = [
  MINUTE_MS,
  5 * MINUTE_MS,
  15 * MINUTE_MS,
  HOUR_MS,
  3 * HOUR_MS,
  6 * HOUR_MS,
  12 * HOUR_MS,
] as const;

/** Labels of the axis with their position, 0 to 1: a time, or a date where a day begins. */
export function timelineTicks(span: Span, timeZone: string): { at: number; text: string }[] {
  const length = span.to - span.from;
  const step = STEPS.find((ms) => length / ms <= MAX_TICKS);
  const instants = step === undefined ? dayTicks(span, timeZone) : partTicks(span, timeZone, step);
  return instants
    .map((at) => {
      const text = formatLocalTime(at, timeZone);
      const isMidnight = msOfDayAt(timeZone, at) < MINUTE_MS;
      return {
        at: (at - span.from) / length,
        text: step === undefined || isMidnight ? text.slice(0, 10) : text.slice(11),
      };
    })
    .filter(({ at }) => at >= EDGE && at <= 1 - EDGE);
}

function dayTicks(span: Span, timeZone: string): number[] {
  const days = listDays(timeZone, span);
  const every = Math.ceil(days.length / MAX_TICKS);
  return days.filter(({ day }) => day % every === 0).map(({ from }) => from);
}

function partTicks(span: Span, timeZone: string, step: number): number[] {
  return listDays(timeZone, span).flatMap(({ from, to }) =>
    Array.from({ length: Math.ceil((to - from) / step) }, (_, place) => from + place * step),
  );
}

import { DAYS_PER_WEEK, daysOf } from "./week-mask.ts";

/** Minutes of a day, and of a week. */
export const DAY_MINUTES = 1_440;
const WEEK_MINUTES = DAYS_PER_WEEK * DAY_MINUTES;

/**
 * A period of the day on some days of the week, in minutes after midnight, site time. One whose end is before its start
 * ends on the next day; one whose end equals its start is not used.
 */
export type WeekInterval = {
  start: number;
  /** Up to 1440, the end of the day. */
  end: number;
  /** Mask of the days on which it starts. */
  days: number;
};

/** Returns whether an interval is used on any day. */
export function isUsed({ start, end, days }: WeekInterval): boolean {
  return start !== end && daysOf(days).length > 0;
}

/** Returns whether an interval contains an instant of the week. */
export function contains(interval: WeekInterval, day: number, minute: number): boolean {
  const instant = day * DAY_MINUTES + minute;
  return piecesOf(interval).some(([from, to]) => instant >= from && instant < to);
}

/** A pair of intervals that overlap, by their places in the list. */
export type Conflict = [one: number, other: number];

/**
 * Finds the intervals of a list that overlap on any day ('Time setting error'). Intervals that only meet do not.
 * @returns pairs of places in the list, ascending
 */
export function findConflicts(intervals: readonly WeekInterval[]): Conflict[] {
  const pieces = intervals.map(piecesOf);
  return intervals.flatMap((_, one) =>
    intervals.flatMap((__, other): Conflict[] =>
      other > one && overlap(pieces[one] ?? [], pieces[other] ?? []) ? [[one, other]] : [],
    ),
  );
}

type Piece = [from: number, to: number];

/** Splits an interval into pieces of the week that start on Monday, 0:00; Sunday night continues on Monday. */
function piecesOf(interval: WeekInterval): Piece[] {
  if (!isUsed(interval)) return [];
  const { start, end, days } = interval;
  const length = end > start ? end - start : end + DAY_MINUTES - start;
  return daysOf(days).flatMap((day): Piece[] => {
    const from = day * DAY_MINUTES + start;
    const to = from + length;
    if (to <= WEEK_MINUTES) return [[from, to]];
    return [
      [from, WEEK_MINUTES],
      [0, to - WEEK_MINUTES],
    ];
  });
}

function overlap(one: readonly Piece[], other: readonly Piece[]): boolean {
  return one.some(([from, to]) => other.some(([start, end]) => from < end && start < to));
}

import { daysOf, hasDay, toggleDay } from "#domain/settings/week-mask.ts";
import { GRID_MINUTES, moveDays, moveEnd, movePeriod } from "./edit-period.ts";
import type { TimetableRow } from "./timetable.ts";

type Key = { key: string; shiftKey: boolean; altKey: boolean; ctrlKey: boolean; metaKey: boolean };

/** Effect of a key on a row: the row afterwards, or null if it cannot be so; undefined if the key means nothing. */
export type KeyEdit = { row: TimetableRow | null } | { isRemoved: true } | undefined;

/** Directions of the arrow keys along the time and across the days. */
const WIDE = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const TALL = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/**
 * Returns what a key does to a row of the picture: arrow keys move it, with Shift they move its end and its last day,
 * Delete removes it.
 * @param isTall whether the time runs downwards
 * @param hasDays whether the rows of this timetable have days
 */
export function keyEdit(
  event: Key,
  row: TimetableRow,
  { isTall, hasDays }: { isTall: boolean; hasDays: boolean },
): KeyEdit {
  const { key, shiftKey, altKey, ctrlKey, metaKey } = event;
  if (altKey || ctrlKey || metaKey) return undefined;
  if (key === "Delete" || key === "Backspace") return { isRemoved: true };
  const directions: Readonly<Record<string, number[]>> = isTall ? TALL : WIDE;
  const [along = 0, across = 0] = directions[key] ?? [];
  if (along !== 0) {
    const minutes = along * GRID_MINUTES;
    return { row: shiftKey ? moveEnd(row, minutes) : movePeriod(row, minutes) };
  }
  if (across === 0 || !hasDays) return undefined;
  return { row: shiftKey ? moveLastDay(row, across) : moveDays(row, across) };
}

/** Adds the day after the last one of a row, or removes the last one of several. */
function moveLastDay(row: TimetableRow, by: number): TimetableRow | null {
  const days = daysOf(row.days);
  const last = days.at(-1) ?? 0;
  if (by < 0) return days.length < 2 ? null : { ...row, days: toggleDay(row.days, last) };
  return last === 6 || hasDay(row.days, last + 1)
    ? null
    : { ...row, days: toggleDay(row.days, last + 1) };
}

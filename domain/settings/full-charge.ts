import { type DeviceFamily, deviceFamilyOf } from "../devices/device-families.ts";
import { DAY_MINUTES } from "./week-intervals.ts";

/** A window of the day in minutes after midnight, site time. It may end on the next day. */
export type DayWindow = { start: number; end: number };

const HOUR_MINUTES = 60;

/** 19:00 to 07:00 (specification, sections 4 and 9). */
const NIGHT: DayWindow = { start: 19 * HOUR_MINUTES, end: 7 * HOUR_MINUTES };

/**
 * Families whose full charge waits for the night. The specification says "on some device types": the all-in-one ones,
 * whose battery shall be free for the sun during the day.
 */
const NIGHT_FAMILIES: ReadonlySet<DeviceFamily | null> = new Set(["E4", "E7"]);

/** Returns the window in which a full charge runs; null if it begins at once. */
export function fullChargeWindowOf(systemType: string): DayWindow | null {
  return NIGHT_FAMILIES.has(deviceFamilyOf(systemType)) ? NIGHT : null;
}

/** Returns whether a minute of the day is within a window; its end is outside. */
export function isWithinWindow({ start, end }: DayWindow, minute: number): boolean {
  return start <= end ? minute >= start && minute < end : minute >= start || minute < end;
}

/** Returns the minutes until a full charge begins: 0 within the window. */
export function minutesUntilWindow(until: DayWindow, minute: number): number {
  if (isWithinWindow(until, minute)) return 0;
  return (until.start - minute + DAY_MINUTES) % DAY_MINUTES;
}

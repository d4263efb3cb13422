import { offsetAt } from "../sites/time-zone.ts";
import { HOUR_MS } from "../units/durations.ts";

const FIRST_DAY_HOUR = 6;
const LAST_DAY_HOUR = 18;

/** Returns whether a local hour is at night: below 6 or above 18 (specification, section 2). */
export function isNightHour(hour: number): boolean {
  return hour < FIRST_DAY_HOUR || hour > LAST_DAY_HOUR;
}

/** Returns whether it is night at an instant (ms UTC) in a time zone (IANA name). */
export function isNightIn(timeZone: string, at: number): boolean {
  return isNightHour(new Date(at + offsetAt(timeZone, at) * HOUR_MS).getUTCHours());
}

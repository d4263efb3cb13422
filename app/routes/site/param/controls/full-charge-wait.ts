import {
  type DayWindow,
  fullChargeWindowOf,
  minutesUntilWindow,
} from "#domain/settings/full-charge.ts";
import { formatLocalTime } from "#domain/units/local-time.ts";
import { HOUR_MIN } from "../times.ts";

/** When a full charge runs: at once, or within a window of the day. */
export type FullChargeWait = {
  window: DayWindow;
  /** Minutes until it starts; 0 within the window. */
  minutes: number;
} | null;

/**
 * Returns when a full charge would start; null if it starts at once.
 * @param own start and end that the device itself is set to, minutes after midnight; null if it has none
 * @param now ms UTC
 */
export function findFullChargeWait(
  systemType: string | null,
  own: { start: number | null; end: number | null },
  now: number,
  timeZone: string,
): FullChargeWait {
  const { start, end } = own;
  const isSet = start !== null && end !== null && start !== end;
  const window = isSet ? { start, end } : fullChargeWindowOf(systemType ?? "");
  if (window === null) return null;
  const [hours = 0, minutes = 0] = formatLocalTime(now, timeZone).slice(11).split(":").map(Number);
  return { window, minutes: minutesUntilWindow(window, hours * HOUR_MIN + minutes) };
}

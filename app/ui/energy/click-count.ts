import { SECOND_MS } from "#domain/units/durations.ts";

/** Number of clicks that open the dialog, and the longest time between two of them (specification, section 9). */
export const CLICKS_TO_OPEN = 10;
const RESET_MS = SECOND_MS;

/** Number of consecutive clicks, and the time of the last one, ms. */
export type Clicks = { count: number; at: number };

export const NO_CLICKS: Clicks = { count: 0, at: Number.NEGATIVE_INFINITY };

/** Counts a click; a longer pause starts over. */
export function countClick({ count, at }: Clicks, now: number): Clicks {
  return { count: now - at < RESET_MS ? count + 1 : 1, at: now };
}

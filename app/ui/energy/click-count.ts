/** So many clicks open the dialog, each within so long of the one before (specification, section 9). */
export const CLICKS_TO_OPEN = 10;
const RESET_MS = 1_000;

/** Clicks in a row, and when the last one was, ms. */
export type Clicks = { count: number; at: number };

export const NO_CLICKS: Clicks = { count: 0, at: Number.NEGATIVE_INFINITY };

/** One more click; whoever waits longer begins anew. */
export function countClick({ count, at }: Clicks, now: number): Clicks {
  return { count: now - at < RESET_MS ? count + 1 : 1, at: now };
}

import type { EndReason } from "../../../live/live-site.ts";

/** The socket is closed in time, and told a little later. */
const EARLY_MS = 5_000;

/**
 * What led to a connection's end: a right that ended by itself is closed and refused like one that was taken back.
 * @param endsAt when the right was to end; null is never
 * @param now server time
 */
export function whyEnded(
  reason: EndReason,
  endsAt: number | null,
  now: number,
): EndReason | "timeUp" {
  if (reason === "signedOut" || endsAt === null) return reason;
  return now >= endsAt - EARLY_MS ? "timeUp" : reason;
}

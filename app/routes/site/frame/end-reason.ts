import type { EndReason } from "../../../live/live-site.ts";

/** The server closes the socket in time, but the message may arrive a little later. */
const EARLY_MS = 5_000;

/**
 * What led to a connection's end: a right that ended by itself is closed and refused like one that was taken back.
 * @param endsAt when the right was to end; null is never
 * @param now server time
 */
export function endReasonOf(
  reason: EndReason,
  endsAt: number | null,
  now: number,
): EndReason | "timeUp" {
  if (reason === "signedOut" || endsAt === null) return reason;
  return now >= endsAt - EARLY_MS ? "timeUp" : reason;
}

import type { EndReason } from "#app/live/live-site.ts";

/** The server closes the socket in time, but the message may arrive a little later. */
const EARLY_MS = 5_000;

/**
 * Why a connection ended: access that expired is closed and refused like revoked access.
 * @param endsAt when the access expires; null is never
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

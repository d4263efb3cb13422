import { MINUTE_MS } from "../units/durations.ts";

/** A confirmation of identity is valid for its session for this long (API contract, "Confirmation of identity"). */
export const CONFIRMATION_LIFETIME_MS = 10 * MINUTE_MS;

/** Reason of a 403 (`data.reason`), by which a client knows what to do. */
export type RefusalReason =
  /** Confirm the password, then repeat the call. */
  | "confirmationRequired"
  /** Sign in: personal access tokens never do this. */
  | "sessionRequired";

/**
 * Whether a session counts as confirmed.
 * @param confirmedAt ms UTC; null where it never was
 */
export function isConfirmed(confirmedAt: number | null, now: number): boolean {
  return confirmedAt !== null && now - confirmedAt < CONFIRMATION_LIFETIME_MS;
}

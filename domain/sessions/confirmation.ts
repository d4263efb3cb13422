import { MINUTE_MS } from "../units/durations.ts";

/** Lifetime of a confirmation of identity in its session, ms (API contract, "Confirmation of identity"). */
export const CONFIRMATION_LIFETIME_MS = 10 * MINUTE_MS;

/** Reason of a 403 (`data.reason`), from which a client derives its next step. */
export type RefusalReason =
  /** Confirm the password, then repeat the call. */
  | "confirmationRequired"
  /** Sign in: personal access tokens may not make this call. */
  | "sessionRequired";

/**
 * Returns whether a session's confirmation of identity is still valid.
 * @param confirmedAt ms UTC; null without a confirmation
 * @param now ms UTC
 */
export function isConfirmed(confirmedAt: number | null, now: number): boolean {
  return confirmedAt !== null && now - confirmedAt < CONFIRMATION_LIFETIME_MS;
}

import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "../units/durations.ts";

/** Maximum duration of one attempt, ms. */
export const WEBHOOK_TIMEOUT_MS = 10 * SECOND_MS;
/** Time for which a delivery is repeated, ms from its creation. */
export const WEBHOOK_LIFETIME_MS = DAY_MS;
/** Time without any success after which a webhook is disabled, ms. */
export const DISABLED_AFTER_MS = 5 * DAY_MS;
/** Time for which a replaced secret still signs, ms. */
export const PREVIOUS_SECRET_MS = DAY_MS;
/** Time for which the record of a settled delivery is kept, ms. */
export const DELIVERY_KEPT_MS = 30 * DAY_MS;
/** Maximum number of deliveries in the log of a webhook. */
export const MAX_LISTED_DELIVERIES = 50;

/** Delays before the second and each further attempt, ms; with their random part they end within a day. */
const DELAYS = [
  MINUTE_MS,
  5 * MINUTE_MS,
  15 * MINUTE_MS,
  30 * MINUTE_MS,
  HOUR_MS,
  2 * HOUR_MS,
  4 * HOUR_MS,
  8 * HOUR_MS,
  8 * HOUR_MS,
];

/** Maximum number of attempts of one delivery. */
export const MAX_WEBHOOK_ATTEMPTS = DELAYS.length + 1;

/**
 * Returns the instant of the next attempt, ms UTC; null if there is none within the lifetime of the delivery.
 * @param attempts number of attempts so far, 1 or more
 * @param chance random number in [0, 1], which shortens the delay by up to a tenth
 * @param retryAfter what the receiver requires, s
 */
export function nextWebhookAttempt(
  delivery: { createdAt: number; attempts: number },
  now: number,
  { chance, retryAfter }: { chance: number; retryAfter: number },
): number | null {
  const delay = DELAYS[delivery.attempts - 1];
  if (delay === undefined) return null;
  const at = now + Math.max(Math.round(delay * (1 - chance / 10)), retryAfter * SECOND_MS);
  return at < delivery.createdAt + WEBHOOK_LIFETIME_MS ? at : null;
}

/** Why a webhook was disabled: it failed for five days, or its receiver answered 410. */
export type DisabledReason = "failing" | "gone";

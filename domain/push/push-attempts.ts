import { DAY_MS, MINUTE_MS, SECOND_MS } from "../units/durations.ts";

/** Maximum number of alarms that a message about several shows. */
export const MAX_PUSH_ENTRIES = 4;
/** Maximum number of browsers of one user that receive pushes; a further one replaces the oldest. */
export const MAX_SUBSCRIPTIONS = 10;
/** Time after which a push that has not been delivered is of no use, ms; also the push service's limit (TTL). */
export const PUSH_LIFETIME_MS = DAY_MS;
/** Time for which the record of a sent or failed push is kept, without its content, ms. */
export const PUSH_KEPT_MS = 7 * DAY_MS;
/** Delay before the first repetition of a push, ms; each further one doubles it. */
const FIRST_WAIT_MS = MINUTE_MS;
const MAX_WAIT_MS = 60 * MINUTE_MS;

/**
 * Returns the delay before the next attempt, ms.
 * @param attempts number of attempts so far, 1 or more
 * @param chance random number in [0, 1]
 * @param retryAfter what the push service requires, s; at most a day counts
 */
export function pushRetryDelay(attempts: number, chance: number, retryAfter: number): number {
  const wait = Math.min(FIRST_WAIT_MS * 2 ** (attempts - 1), MAX_WAIT_MS);
  const required = Math.min(retryAfter * SECOND_MS, DAY_MS);
  return Math.max(required, Math.round(wait * (0.75 + chance / 2)));
}

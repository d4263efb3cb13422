import { DAY_MS, QUARTER_MS, SECOND_MS } from "../units/durations.ts";

/** Maximum number of failed logins per account and address within the window. */
export const MAX_LOGIN_FAILURES = 10;
/** Window of the failures, ms; after the maximum the client must wait. */
export const LOGIN_FAILURES_WINDOW_MS = QUARTER_MS;

/** Number of failures of an account, from all addresses, that cause no delay. */
const FREE_FAILURES = 30;
/** Delay that each further failure adds to the attempts of the account, ms. */
const DELAY_PER_FAILURE_MS = 100;
/** Maximum delay, ms, so that others cannot lock the owner out. */
const MAX_DELAY_MS = 5 * SECOND_MS;
/** Number of failures at which the delay reaches its maximum; more need not be counted. */
export const MAX_DELAYING_FAILURES = FREE_FAILURES + MAX_DELAY_MS / DELAY_PER_FAILURE_MS;

/**
 * Returns the delay of a login attempt, ms.
 * @param failures recent failures of the account, from all addresses
 */
export function slowDown(failures: number): number {
  return Math.min(MAX_DELAY_MS, DELAY_PER_FAILURE_MS * Math.max(0, failures - FREE_FAILURES));
}

/** Time for which a browser is known, ms from the last login with it. */
export const KNOWN_BROWSER_MS = 180 * DAY_MS;

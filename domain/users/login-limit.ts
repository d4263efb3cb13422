import { DAY_MS, MINUTE_MS } from "../units/durations.ts";

/** Maximum number of failures per account and address. */
export const LOGIN_FAILURES_ALLOWED = 10;
/** Window of the failures, ms; after the maximum the client must wait. */
export const LOGIN_FAILURES_WINDOW_MS = 15 * MINUTE_MS;

/** Delay of an account per failure above the maximum, from any address. */
const FREE_FAILURES = 30;
const SLOWER_MS = 100;
/** Maximum delay, so that others cannot lock the owner out. */
const SLOWEST_MS = 5_000;
/** More of them make it no slower. */
export const SLOWEST_FAILURES = FREE_FAILURES + SLOWEST_MS / SLOWER_MS;

/** How long an attempt waits for what has been tried with its account from anywhere, ms. */
export function slowDown(failures: number): number {
  return Math.min(SLOWEST_MS, SLOWER_MS * Math.max(0, failures - FREE_FAILURES));
}

/** A browser is known this long from the last login with it. */
export const KNOWN_BROWSER_MS = 180 * DAY_MS;

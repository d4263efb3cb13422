/** Failures count per account and address together: so many … */
export const LOGIN_FAILURES_ALLOWED = 10;
/** … in this long, then wait. */
export const LOGIN_FAILURES_WINDOW_MS = 15 * 60_000;

/** An account that had more failures in that time, wherever from, slows down: by so much for each … */
const FREE_FAILURES = 30;
const SLOWER_MS = 100;
/** … up to this, since nobody else can lock its owner out. */
const SLOWEST_MS = 5_000;
/** More of them make it no slower. */
export const SLOWEST_FAILURES = FREE_FAILURES + SLOWEST_MS / SLOWER_MS;

/** How long an attempt waits for what has been tried with its account from anywhere, ms. */
export function slowDown(failures: number): number {
  return Math.min(SLOWEST_MS, SLOWER_MS * Math.max(0, failures - FREE_FAILURES));
}

/** A browser is known this long from the last login with it. */
export const KNOWN_BROWSER_MS = 180 * 24 * 3_600_000;

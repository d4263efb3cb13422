/** Failures count per account and address together: so many … */
export const LOGIN_FAILURES_ALLOWED = 10;
/** … in this long, then wait. */
export const LOGIN_FAILURES_WINDOW_MS = 15 * 60_000;

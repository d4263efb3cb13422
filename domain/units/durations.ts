export const SECOND_MS = 1_000;
export const MINUTE_MS = 60 * SECOND_MS;
/** 15 minutes, the length of a bucket of the finest rollup. */
export const QUARTER_MS = 15 * MINUTE_MS;
export const HOUR_MS = 60 * MINUTE_MS;
/** 24 hours; a local day may have 23 or 25. */
export const DAY_MS = 24 * HOUR_MS;

export const MINUTE_S = MINUTE_MS / SECOND_MS;
export const HOUR_S = HOUR_MS / SECOND_MS;
export const DAY_S = DAY_MS / SECOND_MS;
/** 365 days, the lifetime of cookies with a preference. */
export const YEAR_S = 365 * DAY_S;

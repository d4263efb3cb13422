/** How many years of samples a site may keep, besides all of them. */
export const RETENTION_YEARS = [1, 2, 5, 10] as const;
export type RetentionYears = (typeof RETENTION_YEARS)[number];

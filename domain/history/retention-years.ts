/** Numbers of years for which a site may keep its samples; the alternative is to keep all. */
export const RETENTION_YEARS = [1, 2, 5, 10] as const;
export type RetentionYears = (typeof RETENTION_YEARS)[number];

// Limits of the circle that filters a list of sites, for pages, without the schema that enforces them.

export const MIN_AREA_RADIUS_M = 100;
/** A quarter of the Earth's circumference covers a hemisphere. */
export const MAX_AREA_RADIUS_M = 10_000_000;

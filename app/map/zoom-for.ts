/** Zoom level that separates a roof from its neighbour's. */
export const NEAREST_ZOOM = 13;
const COUNTRY_ZOOM = 6;

/** Zoom level for a position by its precision: 48, 11 is somewhere in a country, 48.137, 11.575 is a street. */
export function zoomFor(latitude: number, longitude: number): number {
  const decimals = Math.max(decimalsOf(latitude), decimalsOf(longitude));
  return Math.min(NEAREST_ZOOM, COUNTRY_ZOOM + 2 * decimals);
}

function decimalsOf(degrees: number): number {
  return String(degrees).split(".")[1]?.length ?? 0;
}

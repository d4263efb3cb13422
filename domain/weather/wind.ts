/** Directions from which wind blows. */
export const WIND_DIRECTIONS = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"] as const;
export type WindDirection = (typeof WIND_DIRECTIONS)[number];

const SECTOR_DEGREES = 360 / WIND_DIRECTIONS.length;

/** Returns the direction of an angle in degrees, clockwise from north. */
export function windDirectionOf(degrees: number): WindDirection {
  const sector = Math.round(degrees / SECTOR_DEGREES) % WIND_DIRECTIONS.length;
  return WIND_DIRECTIONS[(sector + WIND_DIRECTIONS.length) % WIND_DIRECTIONS.length] ?? "N";
}

/** Lower bounds of the Beaufort numbers, km/h. */
const BEAUFORT_KMH = [1, 6, 12, 20, 29, 39, 50, 62, 75, 89, 103, 118] as const;

/** Returns the number of a wind speed on the Beaufort scale, 0 to 12. */
export function beaufortOf(kmh: number): number {
  const above = BEAUFORT_KMH.findIndex((from) => kmh < from);
  return above === -1 ? BEAUFORT_KMH.length : above;
}

/** Speed of the wind, km/h, and the direction from which it blows, clockwise from north. */
export type Wind = { kmh: number; degrees: number };

/** Returns the mean speed of the wind of several hours and its mean direction weighted by speed; null without hours. */
export function meanWind(hours: readonly Wind[]): Wind | null {
  if (hours.length === 0) return null;
  const sum = { kmh: 0, east: 0, north: 0 };
  for (const { kmh, degrees } of hours) {
    const angle = (degrees * Math.PI) / 180;
    sum.kmh += kmh;
    sum.east += kmh * Math.sin(angle);
    sum.north += kmh * Math.cos(angle);
  }
  const degrees = (Math.atan2(sum.east, sum.north) * 180) / Math.PI;
  return { kmh: sum.kmh / hours.length, degrees: (degrees + 360) % 360 };
}

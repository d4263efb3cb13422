import type { Position } from "#domain/sites/geofence.ts";

/** A metre; more digits say nothing of a roof. */
const DIGITS = 5;

const round = (degrees: number) => Number(degrees.toFixed(DIGITS));

export function roundPosition({ latitude, longitude }: Position): Position {
  return { latitude: round(latitude), longitude: round(longitude) };
}

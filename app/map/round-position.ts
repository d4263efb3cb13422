import type { Position } from "#domain/sites/geofence.ts";

/** Precision of a metre; more digits are meaningless for a roof. */
const DIGITS = 5;

const round = (degrees: number) => Number(degrees.toFixed(DIGITS));

export function roundPosition({ latitude, longitude }: Position): Position {
  return { latitude: round(latitude), longitude: round(longitude) };
}

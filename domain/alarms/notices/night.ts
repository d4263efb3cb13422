import { DAY_MS, QUARTER_MS } from "#domain/units/durations.ts";
import { isNightIn } from "#domain/weather/night.ts";
import type { Cause } from "./causes.ts";

/** Where it is night: coordinates in degrees, or only a time zone (IANA name). */
export type Place = { latitude: number; longitude: number } | { timeZone: string };

/** Elevation of the sun below which solar power says nothing about the panels, degrees. */
const MIN_ELEVATION = 6;
const J2000_MS = Date.UTC(2000, 0, 1, 12);

/** Returns whether the sun is too low at an instant (ms UTC) for solar power. */
export function isNightAt(at: number, place: Place): boolean {
  if ("timeZone" in place) return isNightIn(place.timeZone, at);
  return sunElevation(at, place.latitude, place.longitude) < MIN_ELEVATION;
}

/**
 * Returns the night at an instant as a cause of solar low limits, with its begin and end to a quarter of an hour.
 * @param at ms UTC
 * @returns null by day
 */
export function nightCause(at: number, place: Place): Cause | null {
  if (!isNightAt(at, place)) return null;
  const isNight = (step: number) => isNightAt(at + step * QUARTER_MS, place);
  // A polar night has no end within a day.
  const steps = DAY_MS / QUARTER_MS;
  let [before, after] = [0, 1];
  while (before < steps && isNight(-before - 1)) before += 1;
  while (after < steps && isNight(after)) after += 1;
  return {
    kind: "night",
    key: "night",
    equipment: null,
    startTime: at - (before + 1) * QUARTER_MS,
    endTime: after < steps ? at + after * QUARTER_MS : null,
  };
}

/**
 * Returns the elevation of the sun in degrees without refraction, by the low-precision formulas of the Astronomical
 * Almanac, which are exact to about 0.01°.
 */
export function sunElevation(at: number, latitude: number, longitude: number): number {
  const days = (at - J2000_MS) / DAY_MS;
  const anomaly = radians(357.528 + 0.9856003 * days);
  const mean = 280.46 + 0.9856474 * days;
  const ecliptic = radians(mean + 1.915 * Math.sin(anomaly) + 0.02 * Math.sin(2 * anomaly));
  const obliquity = radians(23.439 - 0.0000004 * days);
  const declination = Math.asin(Math.sin(obliquity) * Math.sin(ecliptic));
  const ascension = Math.atan2(Math.cos(obliquity) * Math.sin(ecliptic), Math.cos(ecliptic));
  const sidereal = radians(15 * (18.697374558 + 24.06570982441908 * days) + longitude);
  const height =
    Math.sin(radians(latitude)) * Math.sin(declination) +
    Math.cos(radians(latitude)) * Math.cos(declination) * Math.cos(sidereal - ascension);
  return (Math.asin(height) * 180) / Math.PI;
}

function radians(degrees: number): number {
  return ((degrees % 360) * Math.PI) / 180;
}

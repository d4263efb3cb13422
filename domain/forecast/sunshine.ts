import type { Position } from "../sites/geofence.ts";
import { DAY_MS, HOUR_MS } from "../units/durations.ts";

/** Irradiance above the atmosphere, W/m². */
const SOLAR_CONSTANT = 1_361;
const DAYS_OF_YEAR = 365.25;
/** Days from 1970-01-01 to noon of 2000-01-01, the epoch of the sun's mean elements. */
const EPOCH_DAYS = 10_957.5;
const RADIANS = Math.PI / 180;
/** Instants within an hour whose mean stands for the hour. */
const STEPS = 6;
/**
 * Least mean sine of the elevation by which direct light is divided, about 1°: panels in the far north get most of the
 * light of a winter from a sun that is hardly higher.
 */
const MIN_HEIGHT = 0.02;

/** Direction of the sun as a unit vector. */
export type SunVector = { east: number; north: number; up: number };

/**
 * Direction of the sun, without refraction; `up` is negative below the horizon. Accurate to about 0.02°.
 * @param at ms UTC
 */
export function directionOfSun(at: number, { latitude, longitude }: Position): SunVector {
  const days = at / DAY_MS - EPOCH_DAYS;
  const meanLongitude = (280.46 + 0.9856474 * days) * RADIANS;
  const anomaly = (357.528 + 0.9856003 * days) * RADIANS;
  const ecliptic =
    meanLongitude + (1.915 * Math.sin(anomaly) + 0.02 * Math.sin(2 * anomaly)) * RADIANS;
  const tilt = 23.439 * RADIANS;
  const declination = Math.asin(Math.sin(tilt) * Math.sin(ecliptic));
  const ascension = Math.atan2(Math.cos(tilt) * Math.sin(ecliptic), Math.cos(ecliptic));
  const sidereal = (280.46062 + 360.98564737 * days + longitude) * RADIANS;
  const hourAngle = sidereal - ascension;
  const [sine, cosine] = [Math.sin(latitude * RADIANS), Math.cos(latitude * RADIANS)];
  const [high, wide] = [Math.sin(declination), Math.cos(declination)];
  return {
    east: -wide * Math.sin(hourAngle),
    north: cosine * high - sine * wide * Math.cos(hourAngle),
    up: sine * high + cosine * wide * Math.cos(hourAngle),
  };
}

/** The sun in an hour. */
export type SunOfHour = {
  /** Mean irradiance on a horizontal plane above the atmosphere, W/m²; 0 at night. */
  aboveAir: number;
  /** How much direct light falls on a vertical plane that faces east or north, as a multiple of that on the horizontal. */
  east: number;
  north: number;
};

/** Returns the sun in an hour. @param from beginning of the hour, ms UTC */
export function sunOfHour(from: number, position: Position): SunOfHour {
  const orbit = 1 + 0.033 * Math.cos((2 * Math.PI * (from / DAY_MS)) / DAYS_OF_YEAR);
  let [up, east, north] = [0, 0, 0];
  for (let step = 0; step < STEPS; step += 1) {
    const sun = directionOfSun(from + ((step + 0.5) / STEPS) * HOUR_MS, position);
    if (sun.up <= 0) continue;
    up += sun.up / STEPS;
    east += sun.east / STEPS;
    north += sun.north / STEPS;
  }
  // A sun at the horizon would have no bound.
  const height = Math.max(up, MIN_HEIGHT);
  return { aboveAir: SOLAR_CONSTANT * orbit * up, east: east / height, north: north / height };
}

/**
 * Divides global irradiance into direct and diffuse light by the clearness of the sky (Erbs, Klein and Duffie, 1982),
 * for a provider that does not divide it. All W/m² on the horizontal.
 */
export function divideGlobal(
  global: number,
  aboveAir: number,
): { direct: number; diffuse: number } {
  if (global <= 0 || aboveAir <= 0) return { direct: 0, diffuse: Math.max(0, global) };
  const clearness = Math.min(1, global / aboveAir);
  const diffuse = global * diffuseShare(clearness);
  return { direct: global - diffuse, diffuse };
}

function diffuseShare(kt: number): number {
  if (kt <= 0.22) return 1 - 0.09 * kt;
  if (kt > 0.8) return 0.165;
  return 0.9511 - 0.1604 * kt + 4.388 * kt ** 2 - 16.638 * kt ** 3 + 12.336 * kt ** 4;
}

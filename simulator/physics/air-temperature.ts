import { HOUR_MS, MINUTE_MS } from "#domain/units/durations.ts";
import type { Climate } from "../plant-profile.ts";
import { dayOfYear } from "./day-of-year.ts";
import { smoothNoise } from "./smooth-noise.ts";

/**
 * Air temperature in °C: the climate's annual and daily cycle, and weather of a few degrees.
 * @param localHour of the day, with fractions
 */
export function airTemperature(
  climate: Climate,
  seed: number,
  at: number,
  latitude: number,
  localHour: number,
): number {
  const hottestDay = latitude >= 0 ? 205 : 22;
  const season = Math.cos((2 * Math.PI * (dayOfYear(at) - hottestDay)) / 365.25);
  const day = Math.cos((2 * Math.PI * (localHour - 15)) / 24);
  return (
    climate.meanTemperature +
    climate.seasonalSwing * season +
    climate.dailySwing * day +
    2 * smoothNoise(seed ^ 0x55, at, 30 * HOUR_MS) +
    0.3 * smoothNoise(seed ^ 0x66, at, 15 * MINUTE_MS)
  );
}

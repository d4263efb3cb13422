import { z } from "zod";
import { CONDITIONS } from "./conditions.ts";
import { isNightHour } from "./night.ts";
import { WIND_DIRECTIONS } from "./wind.ts";

const condition = z.enum(CONDITIONS).nullable();

/** Forecast for the day of a date, or for the night that follows it. */
const forecastHalf = z.object({
  condition,
  /** Beaufort number and speed of the wind; null if unknown. */
  wind: z.object({ direction: z.enum(WIND_DIRECTIONS), scale: z.int(), kmh: z.int() }).nullable(),
});
export type ForecastHalf = z.infer<typeof forecastHalf>;

const forecastDay = z.object({
  /** Local date, YYYY-MM-DD. */
  date: z.string(),
  /** °C */
  tempMin: z.number().nullable(),
  tempMax: z.number().nullable(),
  /** Mean humidity of the date, %. */
  humidity: z.int().nullable(),
  day: forecastHalf,
  night: forecastHalf,
});
export type ForecastDay = z.infer<typeof forecastDay>;

/** Stored forecast of a location: it begins on the day of its request and has more days than are shown. */
export const forecast = z.object({
  /** Offset of the location's local time from UTC, ms. */
  offsetMs: z.number(),
  now: z.object({
    /** °C */
    temperature: z.number().nullable(),
    /** Cloud cover, %. */
    clouds: z.int().nullable(),
    condition,
  }),
  days: z.array(forecastDay),
});
export type Forecast = z.infer<typeof forecast>;

/** Number of days that pages show. */
export const DAYS_SHOWN = 3;

/**
 * Returns the forecast of today and the following days at the location, at most `DAYS_SHOWN` days.
 * @param at ms UTC
 */
export function daysFrom({ days, offsetMs }: Forecast, at: number): ForecastDay[] {
  const today = new Date(at + offsetMs).toISOString().slice(0, 10);
  return days.filter(({ date }) => date >= today).slice(0, DAYS_SHOWN);
}

/**
 * Returns whether it is night at the location of a forecast.
 * @param at ms UTC
 */
export function isNightThere({ offsetMs }: Forecast, at: number): boolean {
  return isNightHour(new Date(at + offsetMs).getUTCHours());
}

/**
 * Rounds coordinates to a tenth of a degree, about ten kilometres, so that neighbours share a forecast and no exact
 * location is disclosed to the weather service.
 */
export function roundPosition(position: { latitude: number; longitude: number }) {
  const round = (degrees: number) => Math.round(degrees * 10) / 10 + 0;
  return { latitude: round(position.latitude), longitude: round(position.longitude) };
}

import { z } from "zod";
import { CONDITIONS } from "./conditions.ts";
import { isNightHour } from "./night.ts";
import { WIND_DIRECTIONS } from "./wind.ts";

const condition = z.enum(CONDITIONS).nullable();

/** The light half of a date, or the night that follows it. */
const forecastHalf = z.object({
  condition,
  /** Null if the wind is unknown. */
  wind: z.object({ direction: z.enum(WIND_DIRECTIONS), scale: z.int(), kmh: z.int() }).nullable(),
});
export type ForecastHalf = z.infer<typeof forecastHalf>;

const forecastDay = z.object({
  /** Local, YYYY-MM-DD. */
  date: z.string(),
  /** °C */
  tempMin: z.number().nullable(),
  tempMax: z.number().nullable(),
  /** Mean of the date, %. */
  humidity: z.int().nullable(),
  day: forecastHalf,
  night: forecastHalf,
});
export type ForecastDay = z.infer<typeof forecastDay>;

/** The weather of a place as it is kept: from the day on which it was asked for, some more days than are shown. */
export const forecast = z.object({
  /** Local time of the place less UTC, ms. */
  offsetMs: z.number(),
  now: z.object({
    /** °C */
    temperature: z.number().nullable(),
    /** Cover of the sky, %. */
    clouds: z.int().nullable(),
    condition,
  }),
  days: z.array(forecastDay),
});
export type Forecast = z.infer<typeof forecast>;

export const DAYS_SHOWN = 3;

/** Today, tomorrow and the day after, by the clock of the place. @param at ms UTC */
export function daysFrom({ days, offsetMs }: Forecast, at: number): ForecastDay[] {
  const today = new Date(at + offsetMs).toISOString().slice(0, 10);
  return days.filter(({ date }) => date >= today).slice(0, DAYS_SHOWN);
}

/** Whether it is night there. @param at ms UTC */
export function isNightThere({ offsetMs }: Forecast, at: number): boolean {
  return isNightHour(new Date(at + offsetMs).getUTCHours());
}

/**
 * Coordinates are rounded to a tenth of a degree, about ten kilometres: neighbours share the weather, and no exact
 * location is disclosed.
 */
export function roundPosition(position: { latitude: number; longitude: number }) {
  const round = (degrees: number) => Math.round(degrees * 10) / 10 + 0;
  return { latitude: round(position.latitude), longitude: round(position.longitude) };
}

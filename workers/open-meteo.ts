import { z } from "zod";
import type { Position } from "#domain/sites/geofence.ts";
import { codeOfHours, conditionOf } from "#domain/weather/conditions.ts";
import type { Forecast, ForecastDay, ForecastHalf } from "#domain/weather/forecast.ts";
import { isNightHour } from "#domain/weather/night.ts";
import { beaufortOf, meanWind, windDirectionOf } from "#domain/weather/wind.ts";

/**
 * One day more than shown, because midnight may pass while a forecast is cached, and one for the last night's morning.
 */
const DAYS_ASKED = 5;

/**
 * Returns the URL of the forecast for a position.
 * @param base URL of the provider with the parameters of an account, if any
 */
export function forecastAddress(base: string, { latitude, longitude }: Position): URL {
  const address = new URL(base);
  const asked = {
    latitude,
    longitude,
    current: "temperature_2m,weather_code,cloud_cover",
    hourly: "relative_humidity_2m,weather_code,wind_speed_10m,wind_direction_10m",
    daily: "temperature_2m_min,temperature_2m_max",
    timezone: "auto",
    wind_speed_unit: "kmh",
    forecast_days: DAYS_ASKED,
  };
  for (const [name, value] of Object.entries(asked)) address.searchParams.set(name, String(value));
  return address;
}

const nullableNumber = z.number().nullish();
const nullableNumbers = z.array(nullableNumber);

/** Answer of the provider; times are local, `2026-11-22T06:00`. */
const answer = z.object({
  utc_offset_seconds: z.number(),
  current: z.object({
    temperature_2m: nullableNumber,
    weather_code: nullableNumber,
    cloud_cover: nullableNumber,
  }),
  hourly: z.object({
    time: z.array(z.iso.datetime({ local: true, precision: -1 })),
    relative_humidity_2m: nullableNumbers,
    weather_code: nullableNumbers,
    wind_speed_10m: nullableNumbers,
    wind_direction_10m: nullableNumbers,
  }),
  daily: z.object({
    time: z.array(z.iso.date()),
    temperature_2m_min: nullableNumbers,
    temperature_2m_max: nullableNumbers,
  }),
});
type ForecastAnswer = z.infer<typeof answer>;

type Hour = {
  date: string;
  hour: number;
  humidity: number | null;
  code: number | null;
  kmh: number | null;
  degrees: number | null;
};

/** Converts an answer of the provider. @throws ZodError if it is no forecast */
export function readForecast(answered: unknown): Forecast {
  const { utc_offset_seconds, current, hourly, daily } = answer.parse(answered);
  const hours = hoursOf(hourly);
  const days = daily.time.slice(0, DAYS_ASKED - 1).map((date, place) => ({
    date,
    tempMin: daily.temperature_2m_min[place] ?? null,
    tempMax: daily.temperature_2m_max[place] ?? null,
    ...dayOf(hours, date, daily.time[place + 1]),
  }));
  return {
    offsetMs: utc_offset_seconds * 1_000,
    now: {
      temperature: current.temperature_2m ?? null,
      clouds: current.cloud_cover == null ? null : Math.round(current.cloud_cover),
      condition: conditionOf(current.weather_code ?? null),
    },
    days,
  };
}

function hoursOf(hourly: ForecastAnswer["hourly"]): Hour[] {
  return hourly.time.map((time, place) => ({
    date: time.slice(0, 10),
    hour: Number(time.slice(11, 13)),
    humidity: hourly.relative_humidity_2m[place] ?? null,
    code: hourly.weather_code[place] ?? null,
    kmh: hourly.wind_speed_10m[place] ?? null,
    degrees: hourly.wind_direction_10m[place] ?? null,
  }));
}

/**
 * The night of a date is the one that follows its day: the remaining hours of the date and the first ones of the next.
 */
function dayOf(
  hours: readonly Hour[],
  date: string,
  next: string | undefined,
): Pick<ForecastDay, "humidity" | "day" | "night"> {
  const own = hours.filter((hour) => hour.date === date);
  const evening = own.filter(({ hour }) => isNightHour(hour) && hour >= NOON);
  const morning = hours.filter((hour) => hour.date === next && isNightHour(hour.hour));
  const humidity = own.flatMap((hour) => hour.humidity ?? []);
  return {
    humidity: humidity.length === 0 ? null : Math.round(sum(humidity) / humidity.length),
    day: halfOf(own.filter(({ hour }) => !isNightHour(hour))),
    night: halfOf([...evening, ...morning.filter(({ hour }) => hour < NOON)]),
  };
}

const NOON = 12;

function halfOf(hours: readonly Hour[]): ForecastHalf {
  const codes = hours.flatMap(({ code }) => code ?? []);
  const wind = meanWind(
    hours.flatMap(({ kmh, degrees }) =>
      kmh === null || degrees === null ? [] : [{ kmh, degrees }],
    ),
  );
  return {
    condition: conditionOf(codeOfHours(codes)),
    wind: wind && {
      direction: windDirectionOf(wind.degrees),
      scale: beaufortOf(wind.kmh),
      kmh: Math.round(wind.kmh),
    },
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}

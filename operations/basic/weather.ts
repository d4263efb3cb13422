import { z } from "zod";
import { Problem } from "#domain/problem.ts";
import { position } from "#domain/sites/geofence.ts";
import { iconOf, WEATHER_ICONS } from "#domain/weather/conditions.ts";
import {
  DAYS_SHOWN,
  daysFrom,
  type Forecast,
  type ForecastDay,
  type ForecastHalf,
  isNightThere,
} from "#domain/weather/forecast.ts";
import { signedIn } from "../access.ts";
import type { Context } from "../context.ts";
import { operation } from "../operation.ts";

const WAIT_S = 60;

const celsius = z.number().nullable().describe("°C");
const text = (of: string) =>
  z.string().nullable().describe(`${of}, in the language of the request`);
const icon = z.enum(WEATHER_ICONS).nullable();
const scale = z.int().nullable().describe("Beaufort, 0 to 12");
const speed = z.int().nullable().describe("km/h");

const weatherDay = z.object({
  date: z.string().describe("Local, YYYY-MM-DD"),
  tempMin: celsius,
  tempMax: celsius,
  humidity: z.int().nullable().describe("%"),
  textDay: text("Weather of the day"),
  textNight: text("Weather of the following night"),
  iconDay: icon,
  iconNight: icon,
  windDirDay: text("Where the wind comes from"),
  windDirNight: text("The same by night"),
  windScaleDay: scale,
  windScaleNight: scale,
  windSpeedDay: speed,
  windSpeedNight: speed,
});

const EXAMPLE_DAY: z.input<typeof weatherDay> = {
  date: "2026-09-20",
  tempMin: 9.4,
  tempMax: 17.8,
  humidity: 74,
  textDay: "Partly cloudy",
  textNight: "Clear",
  iconDay: "partly-day",
  iconNight: "clear-night",
  windDirDay: "South-west",
  windDirNight: "West",
  windScaleDay: 3,
  windScaleNight: 2,
  windSpeedDay: 17,
  windSpeedNight: 9,
};

/** Returns the current weather of a location and a forecast of three days. */
export const weather = operation({
  path: "POST /basic/v3/map/geonames/weather",
  description: {
    summary:
      "Returns the weather at a location for today and the next two days. Returns 503 while the provider is unavailable",
    output: z.object({
      weatherDaily: z.array(weatherDay).max(DAYS_SHOWN),
      clouds: z.int().nullable().describe("Current cloud cover, %"),
      icon: icon.describe("Current weather"),
      temperature: celsius.describe("Current temperature, °C"),
    }),
    example: {
      input: { latitude: 53.55, longitude: 9.99 },
      output: { weatherDaily: [EXAMPLE_DAY], clouds: 40, icon: "partly-day", temperature: 14.2 },
    },
  },
  input: position,
  access: signedIn("listSites"),
  async run({ input, context, caller }) {
    if (!(await context.mayAskWeather(`person ${caller.person.id}`)))
      throw new Problem("tooFast", { retryAfter: WAIT_S });
    const found = await context.weather.forecastAt(input);
    if (found === null)
      throw new Problem("unavailable", { message: "weatherAway", retryAfter: WAIT_S });
    return describe(found, context);
  },
});

function describe(found: Forecast, { now, weatherWords, language }: Context) {
  const words = weatherWords(language);
  const { condition, clouds, temperature } = found.now;
  const isNight = isNightThere(found, now());
  return {
    weatherDaily: daysFrom(found, now()).map((day) => describeDay(day, words)),
    clouds,
    icon: condition && iconOf(condition, isNight),
    temperature,
  };
}

type Words = ReturnType<Context["weatherWords"]>;

function describeDay({ day, night, date, tempMin, tempMax, humidity }: ForecastDay, words: Words) {
  const [light, dark] = [describeHalf(day, false, words), describeHalf(night, true, words)];
  return {
    date,
    tempMin,
    tempMax,
    humidity,
    textDay: light.text,
    textNight: dark.text,
    iconDay: light.icon,
    iconNight: dark.icon,
    windDirDay: light.direction,
    windDirNight: dark.direction,
    windScaleDay: light.scale,
    windScaleNight: dark.scale,
    windSpeedDay: light.speed,
    windSpeedNight: dark.speed,
  };
}

function describeHalf({ condition, wind }: ForecastHalf, isNight: boolean, words: Words) {
  return {
    text: condition && words.condition(condition),
    icon: condition && iconOf(condition, isNight),
    direction: wind && words.direction(wind.direction),
    scale: wind?.scale ?? null,
    speed: wind?.kmh ?? null,
  };
}

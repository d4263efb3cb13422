import { expect, test } from "vitest";
import { HOUR_MS } from "#domain/units/durations.ts";
import { openMeteoAnswer } from "../tests/support/open-meteo-answer.ts";
import { forecastAddress, readForecast } from "./open-meteo.ts";

const BASE = "https://weather.example/v1/forecast?apikey=k";

test("five local days are requested in km/h, with the address's own parameters", () => {
  const { origin, pathname, searchParams } = forecastAddress(BASE, {
    latitude: 53.5,
    longitude: 10,
  });
  expect(origin + pathname).toBe("https://weather.example/v1/forecast");
  expect(Object.fromEntries(searchParams)).toMatchObject({
    apikey: "k",
    latitude: "53.5",
    longitude: "10",
    timezone: "auto",
    wind_speed_unit: "kmh",
    forecast_days: "5",
  });
});

test("a forecast is returned by days, each with its light half and the following night", () => {
  const { offsetMs, now, days } = readForecast(openMeteoAnswer());
  expect(offsetMs).toBe(HOUR_MS);
  expect(now).toEqual({ temperature: 6.4, clouds: 48, condition: "partlyCloudy" });
  expect(days.map(({ date }) => date)).toEqual([
    "2026-11-21",
    "2026-11-22",
    "2026-11-23",
    "2026-11-24",
  ]);
  expect(days[0]).toEqual({
    date: "2026-11-21",
    tempMin: -1.5,
    tempMax: 7.5,
    humidity: 70,
    day: { condition: "partlyCloudy", wind: { direction: "W", scale: 4, kmh: 22 } },
    night: { condition: "clear", wind: { direction: "SW", scale: 2, kmh: 8 } },
  });
  expect(days[1]?.day.condition).toBe("rain");
});

test("the hours of night are those below 6 and above 18, up to the next morning", () => {
  const nightOf = (wet: number) =>
    readForecast(
      openMeteoAnswer({
        hourOf: (place) => ({ code: place === wet ? 95 : 0, kmh: 0, degrees: 0 }),
      }),
    ).days.map(({ day, night }) => [day.condition, night.condition].join());
  const dry = "clear,clear";
  expect(nightOf(5), "the night before belongs to no day").toEqual([dry, dry, dry, dry]);
  for (const hour of [6, 18]) expect(nightOf(hour)[0], String(hour)).toBe("thunderstorm,clear");
  for (const hour of [19, 23, 24, 29])
    expect(nightOf(hour), String(hour)).toEqual(["clear,thunderstorm", dry, dry, dry]);
  expect(nightOf(30)).toEqual([dry, "thunderstorm,clear", dry, dry]);
});

test("a missing value is null, and not zero", () => {
  const answer = openMeteoAnswer();
  const nothing = answer.hourly.time.map(() => null);
  const { days, now } = readForecast({
    ...answer,
    current: { time: "2026-11-21T12:15" },
    hourly: {
      ...answer.hourly,
      weather_code: nothing,
      wind_speed_10m: nothing,
      relative_humidity_2m: [],
    },
    daily: { ...answer.daily, temperature_2m_min: [] },
  });
  expect(now).toEqual({ temperature: null, clouds: null, condition: null });
  const none = { condition: null, wind: null };
  expect(days[0]).toMatchObject({
    tempMin: null,
    tempMax: 7.5,
    humidity: null,
    day: none,
    night: none,
  });
});

test.each([
  ["a refusal", { error: true, reason: "Latitude must be in range" }],
  ["nothing", null],
  ["a page", "<html>"],
  ["other times", { ...openMeteoAnswer(), hourly: { ...openMeteoAnswer().hourly, time: [1] } }],
])("%s is no forecast", (_, answered) => {
  expect(() => readForecast(answered)).toThrow();
});

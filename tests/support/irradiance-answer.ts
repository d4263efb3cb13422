import { sunOfHour } from "#domain/forecast/sunshine.ts";
import type { Position } from "#domain/sites/geofence.ts";
import { DAY_MS, HOUR_MS } from "#domain/units/durations.ts";

/** Share of the light above the atmosphere that arrives, by turns of days. */
const CLEARNESS = [0.7, 0.45, 0.6, 0.2];
const DIFFUSE_SHARE = 0.35;

/** W/m² on the horizontal in an hour, direct and diffuse. @param from its beginning, ms UTC */
export function lightThere(from: number, position: Position) {
  const clearness = CLEARNESS[Math.floor(from / DAY_MS) % CLEARNESS.length] ?? 0.5;
  const global = Math.round(sunOfHour(from, position).aboveAir * clearness);
  const diffuse = Math.round(global * DIFFUSE_SHARE);
  return { global, direct: global - diffuse, diffuse };
}

/** Irradiance as Open-Meteo answers it in UTC: the mean of the hour before each time. */
export function irradianceAnswer(asked: URL, now: number) {
  const number = (name: string) => Number(asked.searchParams.get(name));
  const position = { latitude: number("latitude"), longitude: number("longitude") };
  const first = (Math.floor(now / DAY_MS) - number("past_days")) * DAY_MS;
  const count = (number("past_days") + number("forecast_days")) * 24;
  const times = Array.from({ length: count }, (_, place) => first + place * HOUR_MS);
  const light = times.map((time) => lightThere(time - HOUR_MS, position));
  return {
    ...position,
    utc_offset_seconds: 0,
    timezone: "GMT",
    hourly_units: { time: "iso8601", shortwave_radiation: "W/m²" },
    hourly: {
      time: times.map((time) => new Date(time).toISOString().slice(0, 16)),
      shortwave_radiation: light.map(({ global }) => global),
      direct_radiation: light.map(({ direct }) => direct),
      diffuse_radiation: light.map(({ diffuse }) => diffuse),
    },
  };
}

import { formatDay, listDays, type Span } from "../history/local-days.ts";
import type { Position } from "../sites/geofence.ts";
import { DAY_MS, HOUR_MS } from "../units/durations.ts";
import { type AreaIrradiance, FORECAST_DAYS, LEADS } from "./irradiance.ts";
import {
  type HourEnergy,
  isClear,
  levelOf,
  lightOfHour,
  type SiteForecastModel,
} from "./learn-site.ts";
import { type HourLight, predictHour } from "./solar-model.ts";

/** Expected solar energy of a local day, Wh. */
export type ForecastDay = Span & {
  /** Local, YYYY-MM-DD. */
  date: string;
  /** Of today: what was produced so far and what is expected of the rest. */
  expected: number;
  low: number;
  high: number;
  /** Produced so far; null on a future day. */
  soFar: number | null;
};

/** Expected mean power of an hour, W; the first and last one of a day may be shorter. */
export type ForecastHour = Span & { expected: number; low: number; high: number };

export type SiteForecast = { days: ForecastDay[]; hours: ForecastHour[] };

type Given = {
  learned: NonNullable<SiteForecastModel["learned"]>;
  area: AreaIrradiance;
  position: Position;
  timeZone: string;
  /** ms UTC */
  now: number;
  /** Solar energy of today's hours so far, Wh, the last one until now. */
  today: readonly HourEnergy[];
};

/**
 * Returns what the sun is expected to give today and on the next two local days, whatever their length. A day without
 * irradiance is omitted, with those after it.
 */
export function forecastDays({
  learned,
  area,
  position,
  timeZone,
  now,
  today,
}: Given): SiteForecast {
  const { model, dayBands, hourBands, recent } = learned;
  const produced = new Map(today.map(({ hour, energy }) => [hour, energy]));
  const found: SiteForecast = { days: [], hours: [] };
  const end = now + (FORECAST_DAYS + 1) * DAY_MS;
  const days = listDays(timeZone, { from: now, to: end }).slice(0, FORECAST_DAYS);
  for (const [place, { day, from, to }] of days.entries()) {
    const hours = hoursOf({ from, to });
    const lights = hours.map(({ hour }) => lightOfHour(area, "latest", hour, position));
    if (!lights.every((light) => light !== null)) return found;
    const byWeather = hours.map(({ hour }, index) =>
      predictHour(model, hour, lights[index] as HourLight),
    );
    const whole = hours.reduce(
      (sum, hour, index) => sum + (byWeather[index] ?? 0) * shareOfHour(hour),
      0,
    );
    const level = levelOf(whole, recent.energy, recent.share);
    let [past, rest] = [0, 0];
    for (const [index, { hour, ...span }] of hours.entries()) {
      const expected = level * (byWeather[index] ?? 0);
      const { low, high } = isClear(lights.slice(index, index + 1))
        ? hourBands.clear
        : hourBands.cloudy;
      found.hours.push({ ...span, expected, low: expected * low, high: expected * high });
      const gone = Math.max(0, Math.min(now, span.to) - span.from) / HOUR_MS;
      // An hour without data is taken as expected.
      if (gone > 0) past += produced.get(hour) ?? expected * gone;
      rest += expected * (shareOfHour(span) - gone);
    }
    const lead = LEADS[place] ?? "twoDaysBefore";
    const band = isClear(lights) ? dayBands[lead].clear : dayBands[lead].cloudy;
    found.days.push({
      date: formatDay(day),
      from,
      to,
      expected: past + rest,
      low: past + rest * band.low,
      high: past + rest * band.high,
      soFar: place === 0 ? sumOf(today) : null,
    });
  }
  return found;
}

/** Hours of UTC that overlap a period, clipped to it. */
function hoursOf({ from, to }: Span): (Span & { hour: number })[] {
  const hours: (Span & { hour: number })[] = [];
  for (let hour = Math.floor(from / HOUR_MS); hour * HOUR_MS < to; hour += 1)
    hours.push({
      hour,
      from: Math.max(from, hour * HOUR_MS),
      to: Math.min(to, (hour + 1) * HOUR_MS),
    });
  return hours;
}

/** The first and the last hour of a local day may be shorter. */
function shareOfHour({ from, to }: Span): number {
  return (to - from) / HOUR_MS;
}

function sumOf(hours: readonly HourEnergy[]): number {
  return hours.reduce((sum, { energy }) => sum + (energy ?? 0), 0);
}

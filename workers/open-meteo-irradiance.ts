import { z } from "zod";
import type { AnsweredIrradiance } from "#domain/forecast/irradiance.ts";
import { divideGlobal, sunOfHour } from "#domain/forecast/sunshine.ts";
import type { Position } from "#domain/sites/geofence.ts";
import { HOUR_MS, SECOND_MS } from "#domain/units/durations.ts";

/** Today, two more days, and one for time zones in which tomorrow begins before that of UTC. */
const DAYS_ASKED = 4;

/**
 * Returns the URL of the irradiance at a position by hours of UTC.
 * @param base URL of the provider with the parameters of an account, if any
 * @param pastDays days before today
 */
export function irradianceAddress(
  base: string,
  { latitude, longitude }: Position,
  pastDays: number,
) {
  const address = new URL(base);
  const asked = {
    latitude,
    longitude,
    hourly: "shortwave_radiation,direct_radiation,diffuse_radiation",
    timezone: "UTC",
    past_days: pastDays,
    forecast_days: DAYS_ASKED,
  };
  for (const [name, value] of Object.entries(asked)) address.searchParams.set(name, String(value));
  return address;
}

const watts = z.array(z.number().nullish());
/** Times are local, `2026-11-22T06:00`; a value is the mean of the hour before its time, W/m² on the horizontal. */
const answer = z.object({
  utc_offset_seconds: z.number().default(0),
  /** Only our simulator sets it. */
  simulated: z.boolean().default(false),
  hourly: z.object({
    time: z.array(z.iso.datetime({ local: true, precision: -1 })).min(1),
    shortwave_radiation: watts.default([]),
    direct_radiation: watts.default([]),
    diffuse_radiation: watts.default([]),
  }),
});

/**
 * Converts an answer of the provider. Where it has only global irradiance, that is divided by the clearness of the sky.
 * @throws ZodError if it is no irradiance
 */
export function readIrradiance(answered: unknown, position: Position): AnsweredIrradiance {
  const { hourly, simulated, utc_offset_seconds } = answer.parse(answered);
  const hourOf = (time: string) =>
    Math.floor((Date.parse(`${time}Z`) - utc_offset_seconds * SECOND_MS) / HOUR_MS) - 1;
  const hours = hourly.time.map(hourOf);
  const from = Math.min(...hours);
  const length = Math.max(...hours) + 1 - from;
  const direct = new Array<number | null>(length).fill(null);
  const diffuse = new Array<number | null>(length).fill(null);
  for (const [place, hour] of hours.entries()) {
    const light = divide(
      {
        global: hourly.shortwave_radiation[place] ?? null,
        direct: hourly.direct_radiation[place] ?? null,
        diffuse: hourly.diffuse_radiation[place] ?? null,
      },
      hour,
      position,
    );
    direct[hour - from] = light && Math.round(light.direct);
    diffuse[hour - from] = light && Math.round(light.diffuse);
  }
  return { from, direct, diffuse, isSimulated: simulated };
}

type Kinds = Record<"global" | "direct" | "diffuse", number | null>;

function divide({ global, direct, diffuse }: Kinds, hour: number, position: Position) {
  const positive = (value: number) => Math.max(0, value);
  if (direct !== null && diffuse !== null)
    return { direct: positive(direct), diffuse: positive(diffuse) };
  if (global === null) return null;
  if (direct !== null) return { direct: positive(direct), diffuse: positive(global - direct) };
  if (diffuse !== null) return { direct: positive(global - diffuse), diffuse: positive(diffuse) };
  return divideGlobal(global, sunOfHour(hour * HOUR_MS, position).aboveAir);
}

import { z } from "zod";
import { HOUR_MS } from "../units/durations.ts";

/** Whole days of the past that a site learns from. */
export const LEARNED_DAYS = 60;
/** Local days that are forecast: today and two more. */
export const FORECAST_DAYS = 3;
/** Hours that a series holds: what is learned from, and what is forecast, with a day of margin for time zones. */
const MAX_HOURS = (LEARNED_DAYS + FORECAST_DAYS + 3) * 24;

const watts = z.array(z.number().nullable());
/** Mean irradiance of hours on the horizontal, W/m²; null if unknown. */
const light = z.object({ direct: watts, diffuse: watts });
export type Light = z.infer<typeof light>;

/**
 * Irradiance of an area by hours of UTC: as it is known last, and as it was forecast one and two days before each hour,
 * from which the error of a forecast is known.
 */
export const areaIrradiance = z.object({
  /** Beginning of the first hour, hours since 1970-01-01 UTC. */
  from: z.int(),
  latest: light,
  dayBefore: light,
  twoDaysBefore: light,
  /** Whether a simulator made it up. */
  isSimulated: z.boolean().default(false),
});
export type AreaIrradiance = z.infer<typeof areaIrradiance>;

/** How long before its hour a value was forecast, in the order of the forecast days. */
export const LEADS = ["latest", "dayBefore", "twoDaysBefore"] as const;
export type Lead = (typeof LEADS)[number];

/** Answer of a provider. */
export type AnsweredIrradiance = Light & { from: number; isSimulated: boolean };

/**
 * Adds an answer of the provider to what is stored of its area. Newer values replace older ones; hours that are too old
 * are dropped.
 * @param askedAt ms UTC
 */
export function mergeIrradiance(
  stored: AreaIrradiance | null,
  answered: AnsweredIrradiance,
  askedAt: number,
): AreaIrradiance {
  const asked = Math.floor(askedAt / HOUR_MS);
  const until = Math.max(
    answered.from + answered.direct.length,
    stored === null ? 0 : stored.from + stored.latest.direct.length,
  );
  const earliest = Math.min(answered.from, stored?.from ?? answered.from);
  const from = Math.max(earliest, until - MAX_HOURS);
  const merged = (lead: Lead, hoursAhead: number): Light => {
    const before = stored?.[lead];
    const side = (name: keyof Light) =>
      Array.from({ length: until - from }, (_, place) => {
        const hour = from + place;
        const isForecast = hoursAhead === 0 || hour - asked >= hoursAhead;
        const newer = isForecast ? answered[name][hour - answered.from] : undefined;
        return newer ?? before?.[name][hour - (stored?.from ?? 0)] ?? null;
      });
    return { direct: side("direct"), diffuse: side("diffuse") };
  };
  return {
    from,
    latest: merged("latest", 0),
    dayBefore: merged("dayBefore", 24),
    twoDaysBefore: merged("twoDaysBefore", 48),
    isSimulated: answered.isSimulated,
  };
}

/** Returns the light of an hour, W/m²; null if it is unknown. @param hour hours since 1970-01-01 UTC */
export function lightAt(
  area: AreaIrradiance,
  lead: Lead,
  hour: number,
): { direct: number; diffuse: number } | null {
  const direct = area[lead].direct[hour - area.from] ?? null;
  const diffuse = area[lead].diffuse[hour - area.from] ?? null;
  return direct === null || diffuse === null ? null : { direct, diffuse };
}

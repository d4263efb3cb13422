import { z } from "zod";
import { readSite } from "#database/sites/sites.ts";
import { forecastDays } from "#domain/forecast/forecast-days.ts";
import { FORECAST_DAYS } from "#domain/forecast/irradiance.ts";
import { MIN_LEARNED_DAYS } from "#domain/forecast/learn-site.ts";
import { dayOf, startOfDay } from "#domain/history/local-days.ts";
import { Problem } from "#domain/problem.ts";
import type { Position } from "#domain/sites/geofence.ts";
import { type AtSharedSite, onSharedSite } from "../access.ts";
import type { Context } from "../context.ts";
import { operation } from "../operation.ts";
import { sharedSiteInput } from "../site-input.ts";
import { readHistory } from "./read-history.ts";
import { siteClockOf } from "./site-clock.ts";

const instant = z.int().describe("ms UTC");
const expected = z.number().describe("Wh, of today including what was produced so far");
const low = z.number().describe("Lower end of the band that held in 8 of 10 past days, Wh");
const high = z.number().describe("Its upper end, Wh");
const percent = z.number().nullable();

const STATES = ["ready", "tooFewDays", "noSolar", "noPosition", "unavailable"] as const;

/** Returns the solar energy that is expected today and on the next two days. An extension of the specification. */
export const solarForecast = operation({
  path: "POST /site/v2/chart/solar/forecast",
  description: {
    summary:
      "Returns the expected solar energy of a site today and on the next two days, with the band of its own past errors",
    output: z.object({
      timeZoneId: z.string().describe("Time zone of the days"),
      state: z
        .enum(STATES)
        .describe(
          "ready; tooFewDays: with fewer complete days than `daysRequired`; noSolar: nothing was produced; noPosition: " +
            "the site has no position, or the link hides it; unavailable: there is no weather",
        ),
      daysLearned: z.int().describe("Complete days of the last 60 that were learned from"),
      daysRequired: z.int(),
      error: percent.describe(
        "Mean absolute error of the energy of a past day, % of an average day, for irradiance as it was",
      ),
      isSimulated: z.boolean().describe("Whether the irradiance is a simulator's"),
      list: z
        .array(
          z.object({
            date: z.string().describe("Local, YYYY-MM-DD"),
            startDateTime: instant,
            endDateTime: instant.describe("ms UTC, exclusive"),
            expected,
            low,
            high,
            soFar: z.number().nullable().describe("Produced today so far, Wh; null of other days"),
          }),
        )
        .max(FORECAST_DAYS),
      hours: z.array(
        z.object({
          startDateTime: instant,
          endDateTime: instant.describe("ms UTC, exclusive"),
          expected: z.number().describe("Mean power, W"),
          low: z.number().describe("Lower end of the band that held in 8 of 10 past hours, W"),
          high: z.number().describe("Its upper end, W"),
        }),
      ),
    }),
    example: {
      input: { siteId: 12 },
      output: {
        timeZoneId: "Europe/Berlin",
        state: "ready",
        daysLearned: 58,
        daysRequired: MIN_LEARNED_DAYS,
        error: 11.4,
        isSimulated: false,
        list: [
          {
            date: "2026-06-15",
            startDateTime: 1_781_474_400_000,
            endDateTime: 1_781_560_800_000,
            expected: 18_200,
            low: 15_300,
            high: 20_900,
            soFar: 6_400,
          },
        ],
        hours: [
          {
            startDateTime: 1_781_517_600_000,
            endDateTime: 1_781_521_200_000,
            expected: 2_840,
            low: 2_310,
            high: 3_260,
          },
        ],
      },
    },
  },
  input: sharedSiteInput({}),
  access: onSharedSite("viewHistory"),
  async run({ context, caller, site }) {
    const { timeZone } = siteClockOf({ caller, site });
    const nothing = {
      timeZoneId: timeZone,
      daysLearned: 0,
      daysRequired: MIN_LEARNED_DAYS,
      error: null,
      isSimulated: false,
      list: [],
      hours: [],
    };
    const position = await positionOf({ context, caller, site });
    if (position === null) return { ...nothing, state: "noPosition" as const };
    const area = await context.irradiance.at(position);
    if (area === null) return { ...nothing, state: "unavailable" as const };
    const now = context.now();
    const from = startOfDay(timeZone, dayOf(timeZone, now));
    const asked = { ...area, from, until: now, timeZone };
    const basis = await readHistory({ context, caller, site }, "solarForecast", asked);
    if (basis === null) throw new Problem("notFound");
    if (!basis.hasSolar) return { ...nothing, state: "noSolar" as const };
    const { days, learned } = basis.site;
    const known = { ...nothing, daysLearned: days, isSimulated: area.irradiance.isSimulated };
    if (days < MIN_LEARNED_DAYS) return { ...known, state: "tooFewDays" as const };
    if (learned === null) return { ...known, state: "noSolar" as const };
    const found = forecastDays({
      ...{ learned, timeZone, now, today: basis.today },
      ...{ area: area.irradiance, position: area.position },
    });
    if (found.days.length === 0) return { ...known, state: "unavailable" as const };
    return {
      ...known,
      state: "ready" as const,
      error: Number((100 * learned.meanError).toFixed(1)),
      list: found.days.map(({ from: startDateTime, to: endDateTime, ...day }) => ({
        ...{ date: day.date, startDateTime, endDateTime },
        ...rounded(day),
        soFar: day.soFar === null ? null : Math.round(day.soFar),
      })),
      hours: found.hours.map(({ from: startDateTime, to: endDateTime, ...hour }) => ({
        ...{ startDateTime, endDateTime },
        ...rounded(hour),
      })),
    };
  },
});

/**
 * Returns the position of a site; null for viewers of a link that hides it, because the weather of the next days would
 * reveal the area.
 */
async function positionOf({
  context,
  caller,
  site,
}: { context: Context } & AtSharedSite): Promise<Position | null> {
  if (caller.kind === "share" && caller.share.hidesLocation) return null;
  const row = await readSite(context.database, site.id);
  if (row === undefined) throw new Problem("notFound");
  const { latitude, longitude } = row.site;
  return latitude === null || longitude === null ? null : { latitude, longitude };
}

function rounded({ expected, low, high }: { expected: number; low: number; high: number }) {
  return { expected: Math.round(expected), low: Math.round(low), high: Math.round(high) };
}

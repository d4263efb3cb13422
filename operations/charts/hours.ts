import { z } from "zod";
import { dayOf, formatDay, periodAt, startOfDay } from "#domain/history/local-days.ts";
import { Problem } from "#domain/problem.ts";
import { DAY_MS } from "#domain/units/durations.ts";
import type { EnergyFlow } from "#protocol/history/energies.ts";
import { onSharedSite } from "../access.ts";
import { operation } from "../operation.ts";
import { sharedSiteInput } from "../site-input.ts";
import { COVERAGE, QUALITIES } from "./energy-values.ts";
import { arrangeHours, HOURS_A_DAY } from "./hours-of-year.ts";
import { readHistory } from "./read-history.ts";
import { siteClockOf } from "./site-clock.ts";

/** Earliest year of stored samples (logger protocol). */
const FIRST_YEAR = 2000;
/** The quantities of a year's hours, and the flow of each. */
const QUANTITIES = {
  solar: "solar",
  consumption: "load",
  gridImport: "gridImport",
  gridExport: "gridExport",
} as const satisfies Record<string, EnergyFlow>;
type Quantity = keyof typeof QUANTITIES;
const names = Object.keys(QUANTITIES) as [Quantity, ...Quantity[]];

const ofHours = <Item extends z.ZodType>(item: Item) => z.array(item).length(HOURS_A_DAY);
const instant = z.int().describe("ms UTC");

const exampleDay = [
  ...[0, 0, 0, 0, 0, 12, 148, 503, 1_020, 1_544, 1_961, 2_204],
  ...[2_251, 2_140, 1_873, 1_420, 902, 431, 120, 8, 0, 0, 0, 0],
];

/** Returns the energy of each hour of a year. An extension of the specification. */
export const hoursOfYear = operation({
  path: "POST /site/v2/chart/hours",
  description: {
    summary: "Returns the energy of each hour of a year, by local day and hour of the clock",
    output: z.object({
      quantity: z.enum(names),
      year: z.int(),
      startDateTime: instant,
      endDateTime: instant.describe("ms UTC, exclusive"),
      passedDateTime: instant.describe("End of the hours that are returned, ms UTC"),
      timeZoneId: z.string().describe("Time zone of the days and hours"),
      symbol: z.string().describe("Unit of the energies"),
      days: z.array(
        z.object({
          date: z.string().describe("`yyyy-MM-dd`"),
          hours: ofHours(z.int().nullable()).describe(
            "Energy of each hour of the clock from 0:00. Null without data, and for an hour that the clocks skipped. An " +
              "hour that occurs twice has the sum of both. Rounded so that all hours add up to the energy of the year",
          ),
          coverage: ofHours(z.number().min(0).max(1))
            .optional()
            .describe(`${COVERAGE}; absent if all hours with a value are covered completely`),
          quality: ofHours(
            z.enum(["measured", "derived", "imported", "filled", "stale"]).nullable(),
          )
            .optional()
            .describe(`${QUALITIES}. Absent if all values of the day are measured or derived`),
        }),
      ),
      unusual: z
        .array(
          z.object({
            date: z.string().describe("`yyyy-MM-dd`"),
            hour: z
              .int()
              .min(0)
              .max(HOURS_A_DAY - 1),
            minutes: z.number().describe("0 for a skipped hour, 120 for one that occurs twice"),
          }),
        )
        .describe(
          "Hours of the clock that do not have 60 minutes, because the clocks were changed",
        ),
    }),
    example: {
      input: { siteId: 12, year: 2026, quantity: "solar" },
      output: {
        quantity: "solar",
        year: 2026,
        startDateTime: 1_767_222_000_000,
        endDateTime: 1_798_758_000_000,
        passedDateTime: 1_781_560_800_000,
        timeZoneId: "Europe/Berlin",
        symbol: "Wh",
        days: [{ date: "2026-06-15", hours: exampleDay }],
        unusual: [{ date: "2026-03-29", hour: 2, minutes: 0 }],
      },
    },
  },
  input: sharedSiteInput({
    year: z.int().min(FIRST_YEAR).optional().describe("Defaults to the present year"),
    quantity: z.enum(names).default("solar"),
  }),
  access: onSharedSite("viewHistory"),
  async run({ input, context, caller, site }) {
    const clock = siteClockOf({ caller, site });
    const { timeZone } = clock;
    const now = context.now();
    const present = yearOf(dayOf(timeZone, now));
    const { year = present, quantity } = input;
    if (year > present) throw new Problem("invalid", { fields: { year: "wrongValue" } });
    const { from, to } = periodAt(
      timeZone,
      "year",
      startOfDay(timeZone, Date.UTC(year, 0) / DAY_MS),
    );
    const until = Math.min(to, periodAt(timeZone, "hour", now).to);
    const asked = { ...clock, flow: QUANTITIES[quantity], from, until };
    const read = await readHistory({ context, caller, site }, "hours", asked);
    if (read === null) throw new Problem("notFound");
    return {
      quantity,
      year,
      startDateTime: from,
      endDateTime: to,
      passedDateTime: until,
      timeZoneId: timeZone,
      symbol: "Wh",
      ...arrangeHours(read, timeZone, { from, to: until }),
    };
  },
});

function yearOf(day: number): number {
  return Number(formatDay(day).slice(0, 4));
}

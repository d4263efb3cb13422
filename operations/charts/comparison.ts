import { z } from "zod";
import { readSite } from "#database/sites/sites.ts";
import type { Span } from "#domain/history/local-days.ts";
import { Problem } from "#domain/problem.ts";
import { type AtSharedSite, onSharedSite } from "../access.ts";
import type { Context } from "../context.ts";
import { operation } from "../operation.ts";
import { sharedSiteInput } from "../site-input.ts";
import {
  assertQueryableSpan,
  chartSpan,
  FIRST_INSTANT,
  MAX_SHARED_SPAN_MS,
  readableEnd,
  readSpan,
} from "./chart-span.ts";
import {
  COMPARED_TYPES,
  compareEnergies,
  type Prices,
  planComparison,
  SUM_NAMES,
  type SumName,
} from "./compare-energies.ts";
import { BAR_VALUES, CHARTS, type Chart, energyValue, MISSING } from "./energy-values.ts";
import { localDate, readDate } from "./local-date.ts";
import { readHistory } from "./read-history.ts";
import { type SiteClock, siteClockOf } from "./site-clock.ts";
import { missing } from "./summary.ts";

const charts = Object.keys(CHARTS) as [Chart, ...Chart[]];

const change = z
  .number()
  .nullable()
  .describe(
    "Difference to the period before as a share of it: 0.12 for 12 % more. Null if the value before is missing or 0, " +
      "or if one of them accounts for less than 90 % of its time",
  );
const sum = z.object({ ...energyValue.shape, previous: energyValue.nullable(), change });
const share = z.object({ val: z.number().nullable(), previous: z.number().nullable() });
const amount = z.object({
  val: z.number().nullable(),
  previous: z.number().nullable(),
  change,
});
const instant = z.int().describe("ms UTC");

const bar = z.object({
  datetime: instant.describe("Beginning of the hour, day, month or year, ms UTC"),
  ...z.object(BAR_VALUES).partial().shape,
  previous: z
    .object({ datetime: instant, ...z.object(BAR_VALUES).partial().shape })
    .nullable()
    .describe("The same hour, day or month of the period before; null if it has none"),
});

const exampleSum = (val: number, before: number) => ({
  ...{ val, quality: "measured", coverage: 1 },
  previous: { val: before, quality: "measured", coverage: 1 },
  change: Number((val / before - 1).toFixed(4)),
});

const input = sharedSiteInput({
  type: z.enum(COMPARED_TYPES),
  date: localDate,
  startDateTime: chartSpan.startDateTime.optional(),
  endDateTime: readableEnd.optional(),
  chart: z.enum(charts).default("summary"),
});

/** Returns a period beside the one before it. An extension of the specification. */
export const comparison = operation({
  path: "POST /site/v2/chart/comparison",
  description: {
    summary:
      "Returns a site's energies, shares and money of a period beside those of the period before, in total and as bars",
    output: z.object({
      type: z.enum(COMPARED_TYPES),
      chart: z.enum(charts),
      bars: z.enum(["hour", "day", "month", "year"]).describe("Length of each bar"),
      startDateTime: instant,
      endDateTime: instant.describe("ms UTC, exclusive"),
      passedDateTime: instant.describe("End of the part that has passed and counts, ms UTC"),
      previous: z
        .object({
          startDateTime: instant,
          endDateTime: instant.describe("ms UTC, exclusive"),
          comparedDateTime: instant.describe(
            "End of the part that counts: the same time of the same day as `passedDateTime`",
          ),
        })
        .nullable()
        .describe("The period before; null for a lifetime"),
      timeZoneId: z.string().describe("Time zone of the hours, days and months"),
      symbol: z.string().describe("Unit of the energies"),
      sums: z.object(
        Object.fromEntries(SUM_NAMES.map((name) => [name, sum])) as Record<SumName, typeof sum>,
      ),
      shares: z.object({
        selfConsumption: share.describe("Share of the solar production that was used on site"),
        selfSufficiency: share.describe("Share of the consumption that did not come from the grid"),
      }),
      money: z
        .object({
          priceUnit: z.string().describe("ISO 4217"),
          importCost: amount,
          exportIncome: amount,
          saving: amount,
        })
        .nullable()
        .describe("At the present prices; null without prices, and for viewers of a link"),
      list: z.array(bar),
    }),
    example: {
      input: { siteId: 12, type: "month", date: "2026-06-15", chart: "battery" },
      output: {
        type: "month",
        chart: "battery",
        bars: "day",
        startDateTime: 1_780_264_800_000,
        endDateTime: 1_782_856_800_000,
        passedDateTime: 1_782_856_800_000,
        previous: {
          startDateTime: 1_777_586_400_000,
          endDateTime: 1_780_264_800_000,
          comparedDateTime: 1_780_264_800_000,
        },
        timeZoneId: "Europe/Berlin",
        symbol: "Wh",
        sums: {
          solar: exampleSum(712_000, 690_000),
          consumption: exampleSum(341_000, 355_000),
          gridImport: exampleSum(9_300, 14_200),
          gridExport: exampleSum(362_000, 330_100),
          battery: exampleSum(126_300, 131_000),
          batteryCharge: exampleSum(146_700, 152_300),
          generator: { ...MISSING, previous: MISSING, change: null },
        },
        shares: {
          selfConsumption: { val: 0.4916, previous: 0.5216 },
          selfSufficiency: { val: 0.9727, previous: 0.96 },
        },
        money: {
          priceUnit: "EUR",
          importCost: { val: 2.98, previous: 4.54, change: -0.3451 },
          exportIncome: { val: 29.68, previous: 27.07, change: 0.0967 },
          saving: { val: 141.68, previous: 142.24, change: -0.0039 },
        },
        list: [
          {
            datetime: 1_780_264_800_000,
            battery: { val: 4_210, quality: "measured", coverage: 1 },
            batteryCharge: { val: 4_890.5, quality: "derived", coverage: 1 },
            solarToBattery: MISSING,
            gridToBattery: MISSING,
            batterysoc: { val: 62.4, quality: "measured", coverage: 1 },
            batteryvol: { val: 51.2, quality: "measured", coverage: 1 },
            previous: {
              datetime: 1_777_586_400_000,
              battery: { val: 3_980, quality: "measured", coverage: 1 },
              batteryCharge: { val: 4_610, quality: "derived", coverage: 1 },
              solarToBattery: MISSING,
              gridToBattery: MISSING,
              batterysoc: { val: 60.9, quality: "measured", coverage: 1 },
              batteryvol: { val: 51.1, quality: "measured", coverage: 1 },
            },
          },
        ],
      },
    },
  },
  input,
  access: onSharedSite("viewHistory"),
  async run({ input, context, caller, site }) {
    const clock = siteClockOf({ caller, site });
    const now = context.now();
    const plan = planComparison(input.type, spanOf(input, clock, now), clock, now);
    const [energies, prices] = await Promise.all([
      readHistory({ context, caller, site }, "energy", { ...plan.query, ...clock }),
      readPrices({ context, caller, site }),
    ]);
    if (energies === null) throw new Problem("notFound");
    return {
      type: input.type,
      timeZoneId: clock.timeZone,
      symbol: "Wh",
      ...compareEnergies(plan, energies, { chart: input.chart, timeZone: clock.timeZone, prices }),
    };
  },
});

function spanOf(
  { type, date, startDateTime, endDateTime }: z.output<typeof input>,
  clock: SiteClock,
  now: number,
): Span {
  if (type === "lifetime") {
    // Viewers of a link that hides the location see the last 400 days.
    const from = clock.timeZone === clock.siteTimeZone ? FIRST_INSTANT : now - MAX_SHARED_SPAN_MS;
    return { from, to: now };
  }
  if (type !== "period") {
    const { from, until } = readDate(date, type, clock.timeZone, now);
    return { from, to: until };
  }
  if (startDateTime === undefined || endDateTime === undefined)
    throw missing({ startDateTime, endDateTime });
  const span = readSpan({ startDateTime, endDateTime }, clock.timeZone, now);
  assertQueryableSpan(span, clock);
  return { from: span.from, to: span.until };
}

/** Prices and currency reveal the site's country, so share viewers do not receive them. */
async function readPrices({
  context,
  caller,
  site,
}: { context: Context } & AtSharedSite): Promise<Prices | null> {
  if (caller.kind !== "person") return null;
  const row = await readSite(context.database, site.id);
  const { electricityPrice = null, feedInPrice = null, priceUnit = null } = row?.site ?? {};
  if (priceUnit === null || (electricityPrice === null && feedInPrice === null)) return null;
  return { electricityPrice, feedInPrice, priceUnit };
}

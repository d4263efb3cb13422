import { z } from "zod";
import { Problem } from "#domain/problem.ts";
import type { Energies } from "#protocol/history/energies.ts";
import { onSharedSite } from "../access.ts";
import { operation } from "../operation.ts";
import { sharedSiteInput } from "../site-input.ts";
import { assertQueryableSpan, chartSpan, readableEnd, readSpan } from "./chart-span.ts";
import { type BarUnit, barUnitOf, readBars } from "./energy-bars.ts";
import {
  BAR_VALUES,
  barValuesAt,
  CHARTS,
  type Chart,
  type EnergyValue,
  energyValue,
  MISSING,
} from "./energy-values.ts";
import { localDate, readDate } from "./local-date.ts";
import { readHistory } from "./read-history.ts";
import { type SiteClock, siteClockOf } from "./site-clock.ts";

/** Unit of the bars of a day, week, month or year. */
const BARS = { day: "hour", week: "day", month: "day", year: "month" } as const;
const TYPES = ["day", "week", "month", "year", "period"] as const;
const charts = Object.keys(CHARTS) as [Chart, ...Chart[]];

const bar = z.object({
  datetime: z
    .int()
    .describe(
      "Beginning of the bar's hour, day or month, or of the part of it within the period, ms UTC",
    ),
  ...z.object(BAR_VALUES).partial().shape,
});

const input = sharedSiteInput({
  type: z.enum(TYPES),
  date: localDate,
  startDateTime: chartSpan.startDateTime.optional(),
  endDateTime: readableEnd.optional(),
  chart: z.enum(charts).default("summary"),
});

/**
 * Returns energies as bars: a day's hours, a week's or month's days, a year's months; for any other span the unit
 * depends on its length.
 */
export const summary = operation({
  path: "POST /site/v2/chart/summary",
  description: {
    summary:
      "Returns the energies of a site for the hours of a day, the days of a week (from Monday) or month, the months " +
      "of a year, or the hours, days or months of a `period`",
    output: z.object({
      type: z.enum(TYPES),
      chart: z.enum(charts),
      bars: z.enum(["hour", "day", "month"]).describe("Length of each bar"),
      startDateTime: z.int().describe("ms UTC"),
      endDateTime: z.int().describe("ms UTC, exclusive"),
      timeZoneId: z.string().describe("Time zone of the hours, days and months"),
      symbol: z.string().describe("Unit of the energies"),
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
        timeZoneId: "Europe/Berlin",
        symbol: "Wh",
        list: [
          {
            datetime: 1_780_264_800_000,
            battery: { val: 4_210, quality: "measured", coverage: 1 },
            batteryCharge: { val: 4_890.5, quality: "derived", coverage: 1 },
            solarToBattery: { val: null, quality: "missing", coverage: 0 },
            gridToBattery: { val: null, quality: "missing", coverage: 0 },
            batterysoc: { val: 62.4, quality: "measured", coverage: 1 },
            batteryvol: { val: 51.2, quality: "measured", coverage: 1 },
          },
        ],
      },
    },
  },
  input,
  access: onSharedSite("viewHistory"),
  async run({ input, context, caller, site }) {
    const { type, chart } = input;
    const clock = siteClockOf({ caller, site });
    const { bars, span, energies } = await readType(input, clock, context.now(), (asked) =>
      readHistory({ context, caller, site }, "energy", { ...asked, ...clock }),
    );
    if (energies === null) throw new Problem("notFound");
    return {
      type,
      chart,
      bars,
      startDateTime: span.from,
      endDateTime: span.until,
      timeZoneId: clock.timeZone,
      symbol: "Wh",
      list: energies.edges.slice(0, -1).map((datetime, place) => {
        const values = barValuesAt(energies, place);
        const shown = CHARTS[chart].map((name): [string, EnergyValue] => [name, values[name]]);
        return { datetime, ...Object.fromEntries(shown) };
      }),
    };
  },
});

type BarsRequest = { from: number; until: number; unit: BarUnit };
type Read = (asked: BarsRequest) => Promise<Energies | null>;

async function readType(
  { type, date, startDateTime, endDateTime }: z.output<typeof input>,
  clock: SiteClock,
  now: number,
  read: Read,
) {
  if (type !== "period") {
    const span = readDate(date, type, clock.timeZone, now);
    const bars = BARS[type];
    return { bars, span, energies: await read({ ...span, unit: bars }) };
  }
  if (startDateTime === undefined || endDateTime === undefined)
    throw missing({ startDateTime, endDateTime });
  const span = readSpan({ startDateTime, endDateTime }, clock.timeZone, now);
  assertQueryableSpan(span, clock);
  const asked = { from: span.from, to: span.until };
  const energies = await readBars(asked, clock.timeZone, (unit) => read({ ...span, unit }));
  return { bars: barUnitOf(asked), span, energies };
}

/** Returns the problem that names the fields without a value. */
export function missing(given: Record<string, unknown>): Problem {
  const names = Object.keys(given).filter((name) => given[name] === undefined);
  return new Problem("invalid", {
    fields: Object.fromEntries(names.map((name) => [name, "required"])),
  });
}

/** Returns all values of one local day. */
export const dailySummary = operation({
  path: "POST /site/v2/chart/daiysummary",
  description: {
    summary: "Returns the energies of a site for one local day",
    output: z.object({
      datetime: z.int().describe("Beginning of the day, ms UTC"),
      endDateTime: z.int().describe("End of the day, ms UTC. Some days have 23 or 25 hours"),
      timeZoneId: z.string().describe("Time zone of the day"),
      symbol: z.string().describe("Unit of the energies"),
      ...BAR_VALUES,
      genRuntime: energyValue.describe("Run time of the generator, s"),
    }),
    example: {
      input: { siteId: 12, date: "2026-06-15" },
      output: {
        datetime: 1_781_474_400_000,
        endDateTime: 1_781_560_800_000,
        timeZoneId: "Europe/Berlin",
        symbol: "Wh",
        consumption: { val: 11_240, quality: "measured", coverage: 1 },
        load: { val: 11_240, quality: "measured", coverage: 1 },
        solar: { val: 24_015, quality: "measured", coverage: 1 },
        acinput: { val: 310, quality: "measured", coverage: 1 },
        battery: { val: 4_210, quality: "measured", coverage: 1 },
        batteryCharge: { val: 4_890.5, quality: "derived", coverage: 1 },
        directuse: { val: 6_720, quality: "derived", coverage: 1 },
        grid: { val: -12_094.5, quality: "measured", coverage: 1 },
        gridImport: { val: 310, quality: "measured", coverage: 1 },
        gridExport: { val: 12_404.5, quality: "measured", coverage: 1 },
        generator: { val: null, quality: "missing", coverage: 0 },
        solarToBattery: { val: null, quality: "missing", coverage: 0 },
        gridToBattery: { val: null, quality: "missing", coverage: 0 },
        batterysoc: { val: 62.4, quality: "measured", coverage: 1 },
        batteryvol: { val: 51.2, quality: "measured", coverage: 1 },
        genRuntime: { val: null, quality: "missing", coverage: 0 },
      },
    },
  },
  input: sharedSiteInput({ date: localDate }),
  access: onSharedSite("viewHistory"),
  async run({ input, context, caller, site }) {
    const clock = siteClockOf({ caller, site });
    const span = readDate(input.date, "day", clock.timeZone, context.now());
    const energies = await readHistory({ context, caller, site }, "energy", {
      ...span,
      ...clock,
      unit: "day",
    });
    if (energies === null) throw new Problem("notFound");
    const [runTime = null] = energies.generatorRunTime;
    return {
      datetime: span.from,
      endDateTime: span.until,
      timeZoneId: clock.timeZone,
      symbol: "Wh",
      ...barValuesAt(energies, 0),
      genRuntime: runTime
        ? { val: runTime.value, quality: runTime.quality, coverage: runTime.coverage }
        : MISSING,
    };
  },
});

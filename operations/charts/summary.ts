import { z } from "zod";
import { Problem } from "#domain/problem.ts";
import { onSharedSite } from "../access.ts";
import { operation } from "../operation.ts";
import { sharedSiteInput } from "../site-input.ts";
import { CHARTS, type Chart, FIGURES, type Figure, figure, figuresAt } from "./energy-figures.ts";
import { localDate, readDate } from "./local-date.ts";
import { readSiteClock } from "./site-clock.ts";

/** What the bars of a day, week, month or year are. */
const BARS = { day: "hour", week: "day", month: "day", year: "month" } as const;
const charts = Object.keys(CHARTS) as [Chart, ...Chart[]];

const bar = z.object({
  datetime: z.int().describe("ms UTC, where the bar's hour, day or month begins"),
  ...z.object(FIGURES).partial().shape,
});

/** Bars of energies: a day's hours, a week's or month's days, a year's months. */
export const summary = operation({
  path: "POST /site/v2/chart/summary",
  description: {
    summary:
      "Energies of a site in the hours of a local day, the days of a week (from Monday) or month, or the months of a year",
    output: z.object({
      type: z.enum(["day", "week", "month", "year"]),
      chart: z.enum(charts),
      startDateTime: z.int().describe("ms UTC"),
      endDateTime: z.int().describe("ms UTC, not included"),
      timeZoneId: z.string().describe("Whose hours, days and months they are"),
      symbol: z.string().describe("Unit of the energies"),
      list: z.array(bar),
    }),
    example: {
      input: { siteId: 12, type: "month", date: "2026-06-15", chart: "battery" },
      output: {
        type: "month",
        chart: "battery",
        startDateTime: 1_780_264_800_000,
        endDateTime: 1_782_856_800_000,
        timeZoneId: "Europe/Berlin",
        symbol: "Wh",
        list: [
          {
            datetime: 1_780_264_800_000,
            battery: { val: 4_210, quality: "measured" },
            batteryCharge: { val: 4_890.5, quality: "derived" },
            solarToBattery: { val: null, quality: "missing" },
            gridToBattery: { val: null, quality: "missing" },
            batterysoc: { val: 62.4, quality: "measured" },
            batteryvol: { val: 51.2, quality: "measured" },
          },
        ],
      },
    },
  },
  input: sharedSiteInput({
    type: z.enum(["day", "week", "month", "year"]),
    date: localDate,
    chart: z.enum(charts).default("summary"),
  }),
  access: onSharedSite("viewHistory"),
  async run({ input, context, caller, site }) {
    const { type, chart } = input;
    const clock = await readSiteClock(context, { caller, site });
    const span = readDate(input.date, type, clock.timeZone, context.now());
    const energies = await context
      .siteObject(site.id)
      .readEnergy({ ...span, ...clock, unit: BARS[type] });
    if (energies === null) throw new Problem("notFound");
    return {
      type,
      chart,
      startDateTime: span.from,
      endDateTime: span.until,
      timeZoneId: clock.timeZone,
      symbol: "Wh",
      list: energies.edges.slice(0, -1).map((datetime, place) => {
        const figures = figuresAt(energies, place);
        const shown = CHARTS[chart].map((name): [string, Figure] => [name, figures[name]]);
        return { datetime, ...Object.fromEntries(shown) };
      }),
    };
  },
});

/** One local day in all its figures. */
export const dailySummary = operation({
  path: "POST /site/v2/chart/daiysummary",
  description: {
    summary: "Energies of a site on one local day",
    output: z.object({
      datetime: z.int().describe("ms UTC, where the day begins"),
      endDateTime: z.int().describe("ms UTC, where it ends: some days have 23 or 25 hours"),
      timeZoneId: z.string().describe("Whose day it is"),
      symbol: z.string().describe("Unit of the energies"),
      ...FIGURES,
      genRuntime: figure.describe("s that the generator ran"),
    }),
    example: {
      input: { siteId: 12, date: "2026-06-15" },
      output: {
        datetime: 1_781_474_400_000,
        endDateTime: 1_781_560_800_000,
        timeZoneId: "Europe/Berlin",
        symbol: "Wh",
        consumption: { val: 11_240, quality: "measured" },
        load: { val: 11_240, quality: "measured" },
        solar: { val: 24_015, quality: "measured" },
        acinput: { val: 310, quality: "measured" },
        battery: { val: 4_210, quality: "measured" },
        batteryCharge: { val: 4_890.5, quality: "derived" },
        directuse: { val: 6_720, quality: "derived" },
        grid: { val: -12_094.5, quality: "measured" },
        gridImport: { val: 310, quality: "measured" },
        gridExport: { val: 12_404.5, quality: "measured" },
        generator: { val: null, quality: "missing" },
        solarToBattery: { val: null, quality: "missing" },
        gridToBattery: { val: null, quality: "missing" },
        batterysoc: { val: 62.4, quality: "measured" },
        batteryvol: { val: 51.2, quality: "measured" },
        genRuntime: { val: null, quality: "missing" },
      },
    },
  },
  input: sharedSiteInput({ date: localDate }),
  access: onSharedSite("viewHistory"),
  async run({ input, context, caller, site }) {
    const clock = await readSiteClock(context, { caller, site });
    const span = readDate(input.date, "day", clock.timeZone, context.now());
    const energies = await context
      .siteObject(site.id)
      .readEnergy({ ...span, ...clock, unit: "day" });
    if (energies === null) throw new Problem("notFound");
    const [runTime = null] = energies.generatorRunTime;
    return {
      datetime: span.from,
      endDateTime: span.until,
      timeZoneId: clock.timeZone,
      symbol: "Wh",
      ...figuresAt(energies, 0),
      genRuntime: runTime
        ? { val: runTime.value, quality: runTime.quality }
        : { val: null, quality: "missing" as const },
    };
  },
});

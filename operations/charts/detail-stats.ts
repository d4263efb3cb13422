import { z } from "zod";
import { addUpEnergies } from "#domain/history/energy.ts";
import { Problem } from "#domain/problem.ts";
import { SITE_EQUIPMENT } from "#domain/registers/address-parts.ts";
import { SITE_ADDRESS } from "#domain/registers/catalogue/site.ts";
import { ENERGY_FLOWS, type Energies } from "#protocol/history/energies.ts";
import type { NewestValues } from "#protocol/site-rpc.ts";
import { onSharedSite } from "../access.ts";
import { operation } from "../operation.ts";
import { sharedSiteInput } from "../site-input.ts";
import { BAR_VALUES, CHARTS, type EnergyValue, energyValues, flowsAt } from "./energy-values.ts";
import { localDate, readDate } from "./local-date.ts";
import { readHistory } from "./read-history.ts";
import { siteClockOf } from "./site-clock.ts";

const { generatorRunTime, loadEnergy, solarEnergy, gridImportEnergy } = SITE_ADDRESS;
const generatorEnergy = `${SITE_EQUIPMENT}0206`;
const batteryEnergy = `${SITE_EQUIPMENT}0205`;
const COUNTERS = [
  generatorRunTime,
  loadEnergy,
  solarEnergy,
  gridImportEnergy,
  generatorEnergy,
  batteryEnergy,
];
const CATEGORIES = CHARTS.summary;
type Category = (typeof CATEGORIES)[number];

const { consumption, solar, acinput, battery } = BAR_VALUES;
const percent = z.number().nullable();
const wattHours = z.number().nullable().describe("Wh since commissioning; null if unknown");
const block = z.object({
  startDateTime: z.int().describe("ms UTC"),
  endDateTime: z.int().describe("ms UTC, exclusive"),
  data: z.object({ consumption, solar, acinput, battery }),
  percent: z
    .object({ consumption: percent, solar: percent, acinput: percent, battery: percent })
    .describe(
      "Percentage of the largest of the four values, for the length of a bar; null if unknown",
    ),
  symbol: z.string().describe("Unit of the data"),
});

const exampleBlock = (startDateTime: number, endDateTime: number) => ({
  startDateTime,
  endDateTime,
  data: {
    consumption: { val: 11_240, quality: "measured", coverage: 1 },
    solar: { val: 24_000, quality: "measured", coverage: 1 },
    acinput: { val: 300, quality: "derived", coverage: 1 },
    battery: { val: null, quality: "missing", coverage: 0 },
  },
  percent: { consumption: 46.8, solar: 100, acinput: 1.3, battery: null },
  symbol: "Wh",
});

/** Returns the four energies of a day and of its week, month and year, and in total. */
export const detailStats = operation({
  path: "POST /site/v4/chart/detailStats",
  description: {
    summary:
      "Returns consumption, solar energy, AC input and battery discharge of a site for a local day and its week, month and year",
    output: z.object({
      timeZoneId: z.string().describe("Time zone of the days; a week begins on Monday"),
      day: block,
      week: block,
      month: block,
      year: block,
      total: z.object({
        data: z.object({
          consumption: wattHours,
          solar: wattHours,
          acinput: wattHours,
          battery: wattHours,
        }),
        symbol: z.string(),
      }),
      genRuntime: z.object({
        data: z.number().nullable().describe("Since commissioning; null if unknown"),
        symbol: z.string(),
      }),
    }),
    example: {
      input: { siteId: 12, date: "2026-06-15" },
      output: {
        timeZoneId: "Europe/Berlin",
        day: exampleBlock(1_781_474_400_000, 1_781_560_800_000),
        week: exampleBlock(1_781_474_400_000, 1_782_079_200_000),
        month: exampleBlock(1_780_264_800_000, 1_782_856_800_000),
        year: exampleBlock(1_767_222_000_000, 1_798_758_000_000),
        total: {
          data: { consumption: 5_120_400, solar: 7_412_350, acinput: 812_000, battery: null },
          symbol: "Wh",
        },
        genRuntime: { data: 0, symbol: "s" },
      },
    },
  },
  input: sharedSiteInput({ date: localDate }),
  access: onSharedSite("viewHistory"),
  async run({ input, context, caller, site }) {
    const clock = siteClockOf({ caller, site });
    const now = context.now();
    const spanOf = (unit: "day" | "week" | "month" | "year") =>
      readDate(input.date, unit, clock.timeZone, now);
    const [day, week, month, year] = [
      spanOf("day"),
      spanOf("week"),
      spanOf("month"),
      spanOf("year"),
    ];
    const from = Math.min(week.from, year.from);
    const until = Math.max(week.until, year.until);
    const [energies, values] = await Promise.all([
      readHistory({ context, caller, site }, "energy", { ...clock, from, until, unit: "day" }),
      context.siteObject(site.id).readValues(COUNTERS),
    ]);
    if (energies === null) throw new Problem("notFound");
    return {
      timeZoneId: clock.timeZone,
      day: blockOf(energies, day),
      week: blockOf(energies, week),
      month: blockOf(energies, month),
      year: blockOf(energies, year),
      total: { data: totalsOf(values), symbol: "Wh" },
      genRuntime: { data: numberOf(values, generatorRunTime), symbol: "s" },
    };
  },
});

function blockOf({ edges, flows }: Energies, { from, until }: { from: number; until: number }) {
  const first = edges.indexOf(from);
  const end = edges.indexOf(until);
  const lengths = edges
    .slice(first, end)
    .map((start, place) => (edges[first + place + 1] ?? 0) - start);
  const sums = Object.fromEntries(
    ENERGY_FLOWS.map((flow) => [flow, [addUpEnergies(flows[flow].slice(first, end), lengths)]]),
  ) as Energies["flows"];
  const values = energyValues(flowsAt({ flows: sums }, 0));
  const largest = Math.max(...CATEGORIES.map((name) => values[name].val ?? 0));
  const each = <Value>(read: (energyValue: EnergyValue) => Value) =>
    Object.fromEntries(CATEGORIES.map((name) => [name, read(values[name])])) as Record<
      Category,
      Value
    >;
  return {
    startDateTime: from,
    endDateTime: until,
    data: each((one) => one),
    percent: each(({ val }) => (val === null ? null : shareOf(val, largest))),
    symbol: "Wh",
  };
}

function shareOf(value: number, largest: number): number {
  return largest === 0 ? 0 : Number(((100 * value) / largest).toFixed(1));
}

function totalsOf(values: NewestValues): Record<Category, number | null> {
  const imported = numberOf(values, gridImportEnergy);
  const generated = numberOf(values, generatorEnergy);
  const isKnown = imported !== null || generated !== null;
  return {
    consumption: numberOf(values, loadEnergy),
    solar: numberOf(values, solarEnergy),
    acinput: isKnown ? (imported ?? 0) + (generated ?? 0) : null,
    battery: numberOf(values, batteryEnergy),
  };
}

function numberOf(values: NewestValues, address: string): number | null {
  const value = values[address];
  return typeof value === "number" ? value : null;
}

import { z } from "zod";
import { readSite } from "#database/sites/sites.ts";
import { Problem } from "#domain/problem.ts";
import { SITE_ADDRESS } from "#domain/registers/catalogue/site.ts";
import { energySaving } from "#domain/sites/energy-saving.ts";
import type { NewestValues } from "#protocol/site-rpc.ts";
import { onSharedSite } from "../access.ts";
import { operation } from "../operation.ts";
import { sharedSiteInput } from "../site-input.ts";

const seconds = z.number().nullable().describe("s; null if unknown");
const wattHours = z.number().nullable().describe("Wh; null if unknown");

const { runningTime, generatorRunTime } = SITE_ADDRESS;
const { solarEnergy, loadEnergy, gridImportEnergy, gridExportEnergy } = SITE_ADDRESS;
const COUNTERS = [
  runningTime,
  generatorRunTime,
  solarEnergy,
  loadEnergy,
  gridImportEnergy,
  gridExportEnergy,
];

/** Returns a site's totals since commissioning, from its own lifetime counters. */
export const overallStats = operation({
  path: "POST /site/v2/chart/overallStats",
  description: {
    summary: "Returns the totals of a site since its commissioning, from its own counters",
    output: z.object({
      totalTime: seconds,
      pvHarvest: wattHours,
      consumption: wattHours,
      powersaving: z
        .number()
        .nullable()
        .describe("In `priceUnit`; null without a price, or if a counter is unknown"),
      priceUnit: z.string().nullable().describe("ISO 4217"),
      genRunTime: seconds,
      geniRunTime: seconds.describe("s of generators at the AC input; null without one"),
      genoRunTime: seconds.describe("s of generators at the AC output; null without one"),
    }),
    example: {
      input: { id: 12 },
      output: {
        totalTime: 8_640_000,
        pvHarvest: 7_412_350,
        consumption: 5_120_400,
        powersaving: 1_204.37,
        priceUnit: "EUR",
        genRunTime: 0,
        geniRunTime: 0,
        genoRunTime: null,
      },
    },
  },
  input: sharedSiteInput({}),
  access: onSharedSite("viewRealtime"),
  async run({ context, caller, site }) {
    const [row, values] = await Promise.all([
      readSite(context.database, site.id),
      context.siteObject(site.id).readValues(COUNTERS),
    ]);
    if (row === undefined) throw new Problem("notFound");
    // A site without the counter has no generator.
    const hasGenerator = values[generatorRunTime] !== undefined;
    const generators = hasGenerator
      ? (await context.siteObject(site.id).readEquipment())?.generators
      : undefined;
    const { electricityPrice, feedInPrice, priceUnit } = row.site;
    const counters = {
      load: read(values, loadEnergy),
      gridImport: read(values, gridImportEnergy),
      gridExport: read(values, gridExportEnergy),
    };
    // Prices and currency reveal the site's country, so share viewers do not receive them.
    const isMember = caller.kind === "person";
    const prices = { electricity: electricityPrice, feedIn: feedInPrice };
    return {
      totalTime: read(values, runningTime) ?? null,
      pvHarvest: read(values, solarEnergy) ?? null,
      consumption: counters.load ?? null,
      powersaving: isMember ? energySaving(counters, prices) : null,
      priceUnit: isMember ? priceUnit : null,
      genRunTime: read(values, generatorRunTime) ?? null,
      geniRunTime: generators?.input ?? null,
      genoRunTime: generators?.output ?? null,
    };
  },
});

/** Returns undefined if the site has no such counter. */
function read(values: NewestValues, address: string): number | null | undefined {
  const value = values[address];
  return value === undefined || typeof value === "number" ? value : null;
}

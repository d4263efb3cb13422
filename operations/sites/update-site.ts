import { z } from "zod";
import { readSiteNames, renameSite, updateSite } from "#database/sites/site-names.ts";
import { Problem } from "#domain/problem.ts";
import { currencyCode } from "#domain/sites/currency.ts";
import { indexSite } from "#domain/sites/name-index.ts";
import { pricePerKwh } from "#domain/sites/price.ts";
import { siteName } from "#domain/sites/site-name.ts";
import { MAX_SOLAR_PEAK_W, MIN_SOLAR_PEAK_W } from "#domain/sites/site-yield.ts";
import { type AtSite, onSite } from "../access.ts";
import type { Context } from "../context.ts";
import { operation } from "../operation.ts";
import { siteInput } from "../site-input.ts";

/** Maximum number of attempts, because concurrent changes of the names conflict. */
export const NAMING_ATTEMPTS = 5;

export const updateName = operation({
  path: "POST /site/v2/updateName",
  description: {
    summary: "Renames a site",
    output: z.null(),
    example: { input: { id: 12, name: "Harbour roof" }, output: null },
  },
  input: siteInput({ name: siteName }),
  access: onSite("editSite"),
  async run({ input: { name }, context, caller, site }) {
    const { database, now } = context;
    for (let attempt = 0; attempt < NAMING_ATTEMPTS; attempt += 1) {
      const called = await readSiteNames(database, site.id);
      if (called === undefined) throw new Problem("notFound");
      const to = { name, ...indexSite({ ...called, name }) };
      const by = caller.person.id;
      if (await renameSite(database, site.id, { called, to, by, now: now() })) return null;
    }
    throw new Problem("conflict");
  },
});

export const updateElectricityPrice = operation({
  path: "POST /site/v2/updateElectricityPrice",
  description: {
    summary: "Sets the prices of a kWh imported from the grid and of a kWh exported to it",
    output: z.null(),
    example: {
      input: { id: 12, electricityPrice: 0.32, priceUnit: "EUR", feedInPrice: 0.08 },
      output: null,
    },
  },
  input: siteInput({
    electricityPrice: pricePerKwh.describe("Of a kWh from the grid"),
    priceUnit: currencyCode.describe("ISO 4217"),
    feedInPrice: pricePerKwh
      .nullable()
      .optional()
      .describe("Price of a kWh to the grid; null if it is not paid for"),
  }),
  access: onSite("editSite"),
  async run({ input: { electricityPrice, priceUnit, feedInPrice }, context, caller, site }) {
    await save(
      context,
      { caller, site },
      {
        electricityPrice,
        priceUnit,
        ...(feedInPrice !== undefined && { feedInPrice }),
      },
    );
    return null;
  },
});

export const updateSolarPeak = operation({
  path: "POST /site/v2/updateSolarPeak",
  description: {
    summary: "Sets the installed power of the solar panels, with which yields are compared",
    output: z.null(),
    example: { input: { id: 12, solarPeak: 9_600 }, output: null },
  },
  input: siteInput({
    solarPeak: z
      .number()
      .min(MIN_SOLAR_PEAK_W, "solarPeak")
      .max(MAX_SOLAR_PEAK_W, "solarPeak")
      .nullable()
      .describe("W, 50 to 1,000,000,000; null if unknown"),
  }),
  access: onSite("editSite"),
  async run({ input: { solarPeak }, context, caller, site }) {
    await save(context, { caller, site }, { solarPeak });
    return null;
  },
});

/** kg of CO₂ per kWh (specification, section 5). */
const scale = z
  .number({
    error: ({ input }) => (input === undefined ? "solar_scale_error" : "solar_scale_error_type"),
  })
  .min(0, "solar_scale_error_type")
  .max(99, "solar_scale_error_type");

export const updateReduceScale = operation({
  path: "POST /site/v2/updateReduceScale",
  description: {
    summary: "Sets the site's solar scale. Returns 403 for users whose `rule` is not above 0",
    output: z.null(),
    example: { input: { id: 12, reduceScale: 0.997 }, output: null },
  },
  input: siteInput({ reduceScale: scale.describe("CO2 factor, kg per kWh, 0 to 99") }),
  access: onSite("editScale"),
  async run({ input: { reduceScale }, context, caller, site }) {
    if (caller.person.rule <= 0) throw new Problem("forbidden");
    await save(context, { caller, site }, { reduceScale });
    return null;
  },
});

async function save(
  { database, now }: Context,
  { caller, site }: AtSite,
  settings: Parameters<typeof updateSite>[1],
): Promise<void> {
  const acting = { siteId: site.id, by: caller.person.id, now: now() };
  if (!(await updateSite(database, settings, acting))) throw new Problem("notFound");
}

import { z } from "zod";
import { readSolarEnergyTotal } from "#database/charts/solar-energy.ts";
import { readSite } from "#database/sites/sites.ts";
import { Problem } from "#domain/problem.ts";
import { SITE_ADDRESS } from "#domain/registers/catalogue/site.ts";
import { DEFAULT_REDUCE_SCALE } from "#domain/sites/energy-summary.ts";
import { type Access, type AtSharedSite, onSharedSite, signedIn } from "../access.ts";
import type { Context } from "../context.ts";
import { operation } from "../operation.ts";
import { type MayNameSite, sharedSiteInput } from "../site-input.ts";

const atSite = onSharedSite("viewRealtime");
const atNone = signedIn("listSites");

/**
 * For one site: users and share viewers of the site; for all sites together: any signed-in user. Share viewers always
 * get their site.
 */
const atSiteOrAll: Access<MayNameSite, { site: AtSharedSite["site"] | null }> = {
  kind: "signedIn",
  writes: false,
  async check(input, caller, context) {
    if (input.site !== null || caller.kind === "share")
      return { site: (await atSite.check(input, caller, context)).site };
    await atNone.check(input, caller, context);
    return { site: null };
  },
};

/** Returns the solar production of a site, or the extrapolated one of all installations. */
export const solarSummary = operation({
  path: "POST /site/v2/chart/solar/summary",
  description: {
    summary:
      "Returns the solar energy of a site since its commissioning; without a site, that of all installations, as the operator's settings extrapolate it",
    output: z.object({
      solar: z.number().nullable().describe("Wh; null if unknown"),
      reduceScale: z.number().describe("CO2 factor (solar scale), kg per kWh"),
    }),
    example: { input: { id: 12 }, output: { solar: 7_412_350, reduceScale: 0.997 } },
  },
  input: sharedSiteInput({}),
  access: atSiteOrAll,
  run: async ({ context, site }) =>
    site === null ? summarizeAll(context) : summarizeSite(context, site.id),
});

async function summarizeAll({ database, globalEnergy }: Context) {
  const own = await globalEnergy.recall(() => readSolarEnergyTotal(database));
  const { factor, base } = globalEnergy;
  return { solar: factor * own + base, reduceScale: DEFAULT_REDUCE_SCALE };
}

/** Reads the current value from the site's object, or the last reported one if the object has none. */
async function summarizeSite({ database, siteObject }: Context, siteId: number) {
  const [row, values] = await Promise.all([
    readSite(database, siteId),
    siteObject(siteId).readValues([SITE_ADDRESS.solarEnergy]),
  ]);
  if (row === undefined) throw new Problem("notFound");
  const newest = values[SITE_ADDRESS.solarEnergy];
  const solar = typeof newest === "number" ? newest : row.site.solarEnergy;
  return { solar, reduceScale: row.site.reduceScale };
}

import { storeSolarEnergyTotal } from "#database/charts/solar-energy.ts";
import type { Context } from "../context.ts";

/**
 * Computes the totals over all sites. The sum reads one row per site, so it is computed once for all instances of the
 * Worker.
 */
export async function sumTotals({ database, now }: Context): Promise<void> {
  await storeSolarEnergyTotal(database, now());
}

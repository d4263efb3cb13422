import { storeSolarEnergyTotal } from "#database/solar-energy.ts";
import type { Context } from "../context.ts";

/**
 * Computes what pages show of the whole installation. A sum reads a row of every site, so it is computed once for all
 * instances of the Worker.
 */
export async function sumTotals({ database, now }: Context): Promise<void> {
  await storeSolarEnergyTotal(database, now());
}

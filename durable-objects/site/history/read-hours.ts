import type { Equipment } from "#domain/registers/equipment.ts";
import type { HourEnergies, HoursQuery } from "#protocol/history/hours.ts";
import { readFlow } from "./read-energy.ts";

/**
 * Returns the energy of one flow in each local hour of a span of up to a year, from the rollups of two registers.
 * Samples are read only where a rollup does not explain a counter. The whole span is read at once, so that a counter's
 * gain over a gap is divided in the same way as for the days and months of the year.
 */
export function readHours(
  store: Parameters<typeof readFlow>[0],
  equipment: readonly Equipment[],
  { flow, ...span }: HoursQuery,
  imports?: Parameters<typeof readFlow>[4],
): HourEnergies {
  const { energies } = readFlow(store, equipment, { ...span, unit: "hour" }, flow, imports);
  return {
    values: energies.map((energy) => energy?.value ?? null),
    coverages: energies.map((energy) => energy?.coverage ?? 0),
    qualities: energies.map((energy) => energy?.quality ?? null),
  };
}

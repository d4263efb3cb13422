/** Energies of one period, Wh; null if unknown. */
export type PeriodEnergies = {
  solarWh: number | null;
  consumptionWh: number | null;
  importWh: number | null;
  exportWh: number | null;
};

/** Shares of a period, 0 to 1; null if not measurable. */
export type EnergyShares = {
  /** Share of the solar production that was used on site, at once or through the battery. */
  selfConsumption: number | null;
  /** Share of the consumption that did not come from the grid. */
  selfSufficiency: number | null;
};

/** Returns self-consumption and self-sufficiency of a period. A share is null if a term is missing or its base is 0. */
export function energyShares({
  solarWh,
  consumptionWh,
  importWh,
  exportWh,
}: PeriodEnergies): EnergyShares {
  return {
    selfConsumption: remainingShare(solarWh, exportWh),
    selfSufficiency: remainingShare(consumptionWh, importWh),
  };
}

/** Share of a whole that remains without a part, clipped to 0 to 1. */
function remainingShare(whole: number | null, part: number | null): number | null {
  if (whole === null || part === null || !(whole > 0)) return null;
  return Math.min(1, Math.max(0, (whole - part) / whole));
}

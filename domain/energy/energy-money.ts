import type { PeriodEnergies } from "./energy-shares.ts";

/** Prices of a site per kWh, in its currency; null if not set. */
export type SitePrices = { electricityPrice: number | null; feedInPrice: number | null };

/** Money of a period in the currency of the prices; null if unknown. */
export type EnergyMoney = {
  importCost: number | null;
  exportIncome: number | null;
  /** Solar energy used on site at the price of electricity, and the income of the export. */
  saving: number | null;
};

const WH_PER_KWH = 1_000;

/**
 * Returns cost of the import, income of the export and saving of a period. Without an export tariff there is no income,
 * and the saving counts none. Without a price of electricity, cost and saving are null.
 */
export function energyMoney(
  { solarWh, importWh, exportWh }: PeriodEnergies,
  { electricityPrice, feedInPrice }: SitePrices,
): EnergyMoney {
  const exportIncome = amount(exportWh, feedInPrice);
  const ownWh = solarWh === null || exportWh === null ? null : Math.max(0, solarWh - exportWh);
  const own = amount(ownWh, electricityPrice);
  return {
    importCost: amount(importWh, electricityPrice),
    exportIncome,
    saving: own === null ? null : own + (exportIncome ?? 0),
  };
}

function amount(energy: number | null, price: number | null): number | null {
  return energy === null || price === null ? null : (energy / WH_PER_KWH) * price;
}

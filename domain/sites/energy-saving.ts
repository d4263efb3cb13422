/** Lifetime energy of a site, Wh; null if it is unknown now, undefined if the site has no such counter. */
export type EnergyCounters = {
  load: number | null | undefined;
  gridImport: number | null | undefined;
  gridExport: number | null | undefined;
};

/** Prices per kWh; null if not set. */
export type EnergyPrices = { electricity: number | null; feedIn: number | null };

const WH_PER_KWH = 1_000;

/**
 * Returns the money saved: the cost of the load at the price of the grid, minus the cost of the import, plus the
 * earnings of the export. Counters that a site does not have count as 0, except that of the load, and so does a missing
 * export tariff. Returns null if the price of electricity, the load or another counter is unknown.
 */
export function energySaving(counters: EnergyCounters, prices: EnergyPrices): number | null {
  const { load, gridImport = 0, gridExport = 0 } = counters;
  const { electricity, feedIn } = prices;
  if (electricity === null || load === undefined) return null;
  if (load === null || gridImport === null || gridExport === null) return null;
  const saved = (load - gridImport) * electricity + gridExport * (feedIn ?? 0);
  return saved / WH_PER_KWH;
}

/** Lifetime energy, Wh: null where it is not known now, undefined where the site has nothing of the kind. */
export type EnergyCounters = {
  load: number | null | undefined;
  gridImport: number | null | undefined;
  gridExport: number | null | undefined;
};

/** Per kWh; null if not set. */
export type EnergyPrices = { electricity: number | null; feedIn: number | null };

const WH_PER_KWH = 1_000;

/**
 * What the load would have cost from the grid, less what the import cost, plus what the export earned. A site without a
 * grid imports and exports nothing; an export without a price earns nothing.
 */
export function energySaving(counters: EnergyCounters, prices: EnergyPrices): number | null {
  const { load, gridImport = 0, gridExport = 0 } = counters;
  const { electricity, feedIn } = prices;
  if (electricity === null || load === undefined) return null;
  if (load === null || gridImport === null || gridExport === null) return null;
  const saved = (load - gridImport) * electricity + gridExport * (feedIn ?? 0);
  return saved / WH_PER_KWH;
}

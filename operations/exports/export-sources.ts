import { VALUE_INTERVAL_MS, type ValueInterval } from "#domain/exports/export-request.ts";
import { dayOf, startOfDay } from "#domain/history/local-days.ts";
import type { EnergyQuery } from "#protocol/history/energies.ts";
import type { ExportRows } from "#protocol/history/export-rows.ts";
import { barValuesAt } from "../charts/energy-values.ts";
import { type Context, ENERGY_COLUMNS } from "../context.ts";

/** Local days of one answer about energies; hours of 30 days and days of 900 are below its maximum. */
const DAYS_AT_ONCE: Readonly<Record<EnergyQuery["unit"], number>> = {
  hour: 30,
  day: 900,
  month: Number.POSITIVE_INFINITY,
  year: Number.POSITIVE_INFINITY,
};

type Source = {
  siteId: number;
  timeZone: string;
  addresses: readonly string[];
  until: number;
};

/** The site was deleted while its data was exported. */
export class SiteGone extends Error {
  override name = "SiteGone";
}

/** Reads registers, as every sample or as averages. @throws SiteGone */
export function readRegisters(
  { siteObject }: Pick<Context, "siteObject">,
  { siteId, timeZone, addresses, until }: Source,
  interval: ValueInterval,
): (from: number) => Promise<ExportRows> {
  const intervalMs = VALUE_INTERVAL_MS[interval];
  return async (from) => {
    const asked = { addresses, from, until, intervalMs, timeZone };
    const rows = await siteObject(siteId).readExportRows(asked);
    if (rows === null) throw new SiteGone();
    return rows;
  };
}

/** Reads energies of local hours, days, months or years; periods without any are left out. @throws SiteGone */
export function readEnergies(
  { siteObject }: Pick<Context, "siteObject">,
  { siteId, timeZone, until }: Source,
  unit: EnergyQuery["unit"],
): (from: number) => Promise<ExportRows> {
  return async (from) => {
    const days = DAYS_AT_ONCE[unit];
    const end = Number.isFinite(days)
      ? Math.min(until, startOfDay(timeZone, dayOf(timeZone, from) + days))
      : until;
    const asked = { unit, from, until: end, timeZone, siteTimeZone: timeZone };
    const energies = await siteObject(siteId).readEnergy(asked);
    if (energies === null) throw new SiteGone();
    const starts = energies.edges.slice(0, -1);
    const values = starts.map((_, place) => barValuesAt(energies, place));
    const places = [...starts.keys()].filter((place) =>
      ENERGY_COLUMNS.some((name) => values[place]?.[name].val != null),
    );
    return {
      at: Float64Array.from(places, (place) => starts[place] ?? 0),
      columns: ENERGY_COLUMNS.map((name) =>
        Float64Array.from(places, (place) => values[place]?.[name].val ?? Number.NaN),
      ),
      next: end < until ? end : null,
    };
  };
}

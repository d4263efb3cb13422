import type { RegisterValue } from "#domain/registers/register.ts";
import type { ArchiveSamples } from "#protocol/archive/archive-rpc.ts";
import type { ArchiveRow } from "#protocol/archive/row-format.ts";
import type { SiteComponents } from "../create-site.ts";
import type { SeriesStore } from "../series/series-store.ts";
import { checkImport } from "./check-import.ts";
import { type ArchivedDay, describeDay } from "./read-archive.ts";

/** Steps of maintenance after each part, so that a long import leaves no more than a logger would. */
const STEPS_AFTER_PART = 4;
/** Maximum number of steps of maintenance in one call, each some 20 ms. */
const STEPS_AT_ONCE = 50;

/** Stores samples of an archive. */
export function importSamples(
  series: SeriesStore,
  { at, addresses, columns }: Omit<ArchiveSamples, "next">,
): void {
  const values = columns.map((column) => [...column].map(toValue));
  const named = addresses.map((address, index) => [address, values[index] ?? []] as const);
  series.appendSamples({ times: [...at], columns: new Map(named) });
  for (let step = 0; step < STEPS_AFTER_PART && series.compact(); step++);
}

function toValue(value: number | string | null): RegisterValue {
  return typeof value === "number" && Number.isNaN(value) ? null : value;
}

/** Restores the newest samples of registers. */
export function importLatest(series: SeriesStore, rows: readonly ArchiveRow[]): void {
  series.restoreNewest(
    rows.map(({ register, at, counts_at, value }) => ({
      address: String(register),
      at: Number(at),
      countsAt: Number(counts_at),
      value: value as RegisterValue,
    })),
  );
}

/** Prepares an empty site for the samples of an archive. */
export function prepareImport(
  { publisher, series }: SiteComponents,
  siteId: number,
  timeZone: string,
  registers: readonly string[],
): void {
  publisher.learnSiteId(siteId);
  series.setTimeZone(timeZone);
  series.admitRegisters(registers);
}

/** Takes steps of maintenance, and checks the site once none is left. @returns whether none is left */
export function settleComponents(components: SiteComponents): boolean {
  if (!settleSamples(components.series)) return false;
  checkImport(components);
  return true;
}

/** Takes steps of maintenance. @returns whether none is left */
function settleSamples(series: SeriesStore): boolean {
  for (let step = 0; step < STEPS_AT_ONCE; step++) if (!series.compact()) return true;
  return false;
}

/** Counts the rollups of local days that differ from those of the imported samples. */
export function countOtherDays(series: SeriesStore, rows: readonly ArchiveRow[]): number {
  let count = 0;
  for (const [day, own] of Map.groupBy(rows, (row) => Number(row.day))) {
    const addresses = own.map((row) => String(row.register));
    const found = series.dayRollups(addresses, { first: day, end: day + 1 });
    for (const row of own) {
      const register = String(row.register);
      const rollup = found.get(register)?.[0];
      if (rollup == null || !isSame(row, describeDay(register, day, rollup))) count += 1;
    }
  }
  return count;
}

/** Relative difference up to which two sums are equal: parts of a day may be added in another order. */
const ROUNDING = 1e-9;

function isSame(row: ArchiveRow, day: ArchivedDay): boolean {
  return Object.entries(day).every(([name, value]) => {
    const other = row[name];
    if (typeof value !== "number" || typeof other !== "number") return value === other;
    return Math.abs(value - other) <= ROUNDING * Math.max(1, Math.abs(value));
  });
}

import { listDays } from "#domain/history/local-days.ts";
import { SITE_EQUIPMENT } from "#domain/registers/address-parts.ts";
import type { LoggerOverlap, OverlapQuery } from "#protocol/imports.ts";
import type { SeriesStore } from "../series/series-store.ts";

/** An erased site has nothing. */
export const NO_OVERLAP: LoggerOverlap = { days: 0, loggerDays: 0, from: null, until: null };

/** Counts the local days of a period on which the logger has values of any of some registers. */
export function readOverlap(
  series: Pick<SeriesStore, "dayRollups" | "setTimeZone">,
  { from, until, registers, timeZone }: OverlapQuery,
): LoggerOverlap {
  series.setTimeZone(timeZone);
  const days = listDays(timeZone, { from, to: until });
  const [first, last] = [days[0]?.day ?? 0, days.at(-1)?.day ?? -1];
  const addresses = registers.map((register) => SITE_EQUIPMENT + register);
  const found = [...series.dayRollups(addresses, { first, end: last + 1 }).values()];
  const held = days.filter(({ day }) =>
    found.some((rollups) => (rollups[day - first] ?? null) !== null),
  );
  return {
    days: days.length,
    loggerDays: held.length,
    from: held[0]?.from ?? null,
    until: held.at(-1)?.to ?? null,
  };
}

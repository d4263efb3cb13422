import type {
  ArchiveLines,
  ArchiveOutline,
  ArchiveSamples,
  DAY_COLUMNS,
  LATEST_COLUMNS,
} from "#protocol/archive/archive-rpc.ts";
import { readSentSamples } from "../history/read-export.ts";
import type { SiteJournal } from "../journal/site-journal.ts";
import type { DayRollup } from "../series/rollup-codec.ts";
import type { SeriesStore } from "../series/series-store.ts";
import type { SecretRegisters } from "../settings/secret-registers.ts";

type Components = {
  series: SeriesStore;
  journal: Pick<SiteJournal, "head">;
  secrets: Pick<SecretRegisters, "has">;
};

/** Registers in one part of newest samples. */
const LATEST_AT_ONCE = 4_000;
/** Rollups of days in one part, at least those of one day. */
const DAYS_AT_ONCE = 8_192;

/** Describes what an archive of the site will have. */
export function outlineArchive(
  { series, journal }: Omit<Components, "secrets">,
  timeZone: string,
): ArchiveOutline {
  series.setTimeZone(timeZone);
  return { registers: [...series.addresses], span: series.span, journal: journal.head };
}

/** Reads samples as they were sent, without those of registers that hold secrets. */
export function readArchiveSamples(
  { series, secrets }: Omit<Components, "journal">,
  from: number,
  until: number,
): ArchiveSamples {
  const addresses = series.addresses.filter((address) => !secrets.has(address));
  const rows = readSentSamples(series, { addresses, from, until });
  const used = addresses.filter((_, index) => hasValues(rows.columns[index] ?? []));
  const columns = rows.columns.filter(hasValues);
  return { ...rows, addresses: used, columns };
}

function hasValues(values: ArchiveSamples["columns"][number]): boolean {
  return values instanceof Float64Array
    ? values.some((value) => !Number.isNaN(value))
    : values.some((value) => value !== null);
}

type LatestRow = Record<keyof typeof LATEST_COLUMNS, unknown>;

/** Reads the newest samples, from the number of one on. */
export function readArchiveLatest(
  { series, secrets }: Omit<Components, "journal">,
  from: number,
): ArchiveLines<number> {
  const all = series.newestSent();
  const end = from + LATEST_AT_ONCE;
  const rows = all.slice(from, end).flatMap(({ id, at, countsAt, value }) => {
    const register = series.addresses[id] ?? "";
    return secrets.has(register)
      ? []
      : [{ register, at, counts_at: countsAt, value } satisfies LatestRow];
  });
  return { ...linesOf(rows), next: end < all.length ? end : null };
}

/** Reads rollups of local days from a day to before another. */
export function readArchiveDays(
  { series, secrets }: Omit<Components, "journal">,
  from: number,
  end: number,
): ArchiveLines<number> {
  const addresses = series.addresses.filter((address) => !secrets.has(address));
  const count = Math.max(1, Math.floor(DAYS_AT_ONCE / Math.max(1, addresses.length)));
  const until = Math.min(end, from + count);
  const found = series.dayRollups(addresses, { first: from, end: until });
  const rows: ArchivedDay[] = [];
  for (let day = from; day < until; day++)
    for (const register of addresses) {
      const rollup = found.get(register)?.[day - from];
      if (rollup != null) rows.push(describeDay(register, day, rollup));
    }
  return { ...linesOf(rows), next: until < end ? until : null };
}

export type ArchivedDay = Record<keyof typeof DAY_COLUMNS, number | string>;

/** Describes the rollup of a register and a local day as a row of an archive. */
export function describeDay(register: string, day: number, rollup: DayRollup): ArchivedDay {
  const { count, sum, min, max, firstAt, first, lastAt, last, falls, above, below } = rollup;
  const { covered, held, heldMs, bridged, usual } = rollup;
  return {
    ...{ register, day, count, sum, min, max, first_at: firstAt, first, last_at: lastAt, last },
    ...{ falls, above, below, covered, held, held_ms: heldMs, bridged, usual },
  };
}

function linesOf(rows: readonly object[]): { lines: string; rows: number } {
  return { lines: rows.map((row) => `${JSON.stringify(row)}\n`).join(""), rows: rows.length };
}

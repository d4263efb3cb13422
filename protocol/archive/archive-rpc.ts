import type { JournalHead } from "#domain/journal/journal-entry.ts";
import type { Author } from "../alarms.ts";
import type { ExportRows } from "../history/export-rows.ts";
import type { ObjectTableName } from "./object-tables.ts";
import type { ArchiveRow, Columns } from "./row-format.ts";

/** Values of a primary key. */
export type RowKey = readonly (string | number)[];

/** Contents of a site's object, at the beginning of an archive. */
export type ArchiveOutline = {
  /** Addresses of the registers in the order in which they were first used, which their short ids in rows refer to. */
  registers: string[];
  /** Instants of the oldest and the newest sample, ms UTC; null without samples. */
  span: { from: number; to: number } | null;
  /** Entries of the journal. */
  journal: JournalHead;
};

/** Rows of a file as lines of JSON, and where the next ones begin; null after the last one. */
export type ArchiveLines<Next> = { lines: string; rows: number; next: Next | null };

/** Samples of all registers over a part of the history. */
export type ArchiveSamples = ExportRows & { addresses: readonly string[] };

/** The newest sample of a register, which may have no value. */
export const LATEST_COLUMNS = {
  register: "text",
  at: "instant",
  counts_at: "instant",
  value: "json",
} as const satisfies Columns;

/** The rollup of a register and a local day, which an import computes again and compares. */
export const DAY_COLUMNS = {
  register: "text",
  day: "integer",
  count: "integer",
  sum: "number",
  min: "number",
  max: "number",
  first_at: "instant",
  first: "number",
  last_at: "instant",
  last: "number",
  falls: "integer",
  above: "number",
  below: "number",
  covered: "number",
  held: "number",
  held_ms: "number",
  bridged: "number",
  usual: "number",
} as const satisfies Columns;

/** Calls of a site's object for archives; part of `SiteRpc`. Each reads or writes a bounded part. */
export interface SiteArchiveRpc {
  /** Returns what an archive of the site will have; null if the site no longer exists. */
  outlineArchive(timeZone: string): Promise<ArchiveOutline | null>;
  /** Returns rows of a table after a key, null for the first ones. */
  readArchiveRows(
    table: ObjectTableName,
    after: RowKey | null,
  ): Promise<ArchiveLines<RowKey> | null>;
  /** Returns samples from an instant on, ms UTC. Registers that hold secrets are left out. */
  readArchiveSamples(from: number, until: number): Promise<ArchiveSamples | null>;
  /** Returns the newest samples of registers, from the number of one on. */
  readArchiveLatest(from: number): Promise<ArchiveLines<number> | null>;
  /** Returns rollups of local days, from a day on, counted from 1970-01-01. */
  readArchiveDays(from: number, end: number): Promise<ArchiveLines<number> | null>;
  /** Prepares an empty object for an import; it may be repeated. */
  beginArchiveImport(siteId: number, zone: string, registers: string[]): Promise<void>;
  /** Stores samples; storing them again changes nothing. */
  importSamples(samples: Omit<ArchiveSamples, "next">): Promise<void>;
  importLatest(rows: readonly ArchiveRow[]): Promise<void>;
  /**
   * Stores rows of a table; storing them again changes nothing. Ids of users are those of this installation.
   * @throws Error if the object cannot read a row
   */
  importRows(table: ObjectTableName, rows: readonly ArchiveRow[]): Promise<void>;
  /** Rolls up a bounded part of the imported samples. Resolves to true when all are rolled up and readable. */
  settleImport(): Promise<boolean>;
  /** Returns how many of these rollups differ from those that were computed from the imported samples. */
  compareDays(rows: readonly ArchiveRow[]): Promise<number>;
  /**
   * Records the import in the journal and sends the open alarms to the rest of the system. It may be repeated.
   * @param key unique key of the import
   */
  finishImport(siteId: number, key: string, author: Author): Promise<JournalHead>;
}

import type { ExportFormat } from "#domain/exports/export-request.ts";
import type { ExportRows } from "#protocol/history/export-rows.ts";

/** A column besides that of the time. */
export type ExportColumn = {
  heading: string;
  /** Whether the values are texts; Parquet requires one type for the whole column. */
  isText: boolean;
};

/** The heading and the form of a file. */
export type ExportLayout = {
  format: ExportFormat;
  /** Headings of the columns of the local time and of its offset from UTC. */
  time: { local: string; offset: string };
  columns: readonly ExportColumn[];
  /** IANA name of the zone of local times. */
  timeZone: string;
  isRightToLeft: boolean;
};

/** Encodes the rows of a file part by part, in bounded memory. */
export type ExportEncoder = {
  /**
   * Encodes rows, or holds them until there are enough for a group.
   * @returns the bytes that follow those returned before
   * @throws ExportTooLarge
   */
  add(rows: ExportRows): Uint8Array[];
  /** Returns the last bytes. */
  finish(): Uint8Array[];
  /** Returns the state as JSON, from which another encoder continues; undefined while rows are held. */
  save(): string | undefined;
  /** Number of rows so far. */
  readonly rows: number;
};

/**
 * Opens an encoder.
 * @param saved a state of `save`; null begins the file
 */
export type OpenEncoder = (layout: ExportLayout, saved: string | null) => ExportEncoder;

/** The format cannot hold as many rows, or rows of as many columns. */
export class ExportTooLarge extends Error {
  override name = "ExportTooLarge";
}

import { z } from "zod";
import { MAX_IMPORT_NAME, MAX_LAYER_VALUES, MAX_PARTS } from "#domain/imports/import-limits.ts";
import type { ImportPart } from "#domain/imports/import-parts.ts";
import { IMPORT_FLOWS, IMPORT_REGISTERS, type ImportFlow } from "#domain/imports/import-targets.ts";
import { PORTALS, type Portal } from "#domain/imports/portal-presets.ts";
import type { Author } from "./alarms.ts";

/** An import that is begun. Instants are ms UTC. */
export type NewImport = {
  /** Identifies content and mapping: the same file read in the same way has the same id. */
  layerId: string;
  name: string;
  portal: Portal;
  from: number;
  until: number;
  /** Rows of the file. */
  rows: number;
  /** Number of parts that follow. */
  parts: number;
  /** Number of values in all parts. */
  values: number;
};

/** An import of a site: a layer below the logger's own samples. */
export type ImportLayer = NewImport & {
  /** Instant of its beginning, ms UTC. */
  at: number;
  /** Parts that are stored. */
  stored: number;
  isComplete: boolean;
  /** Registers of the site as a whole with samples in the stored parts, without its prefix. */
  registers: readonly string[];
  /** Energies of the stored parts, Wh. */
  sums: Partial<Record<ImportFlow, number>>;
};

/** Schema of what an import stores about itself besides its id and order, which an archive of the site contains. */
export const storedImport = z.strictObject({
  name: z.string().max(MAX_IMPORT_NAME),
  portal: z.enum(PORTALS),
  from: z.int(),
  until: z.int(),
  rows: z.int().min(0),
  parts: z.int().min(1).max(MAX_PARTS),
  values: z.int().min(0).max(MAX_LAYER_VALUES),
  at: z.int(),
  stored: z.int().min(0).max(MAX_PARTS),
  registers: z.array(z.enum(IMPORT_REGISTERS)),
  sums: z.partialRecord(z.enum(IMPORT_FLOWS), z.number()),
  written: z.int().min(0).max(MAX_LAYER_VALUES),
  ends: z.strictObject({ samples: z.int().optional(), energies: z.int().optional() }),
  digest: z.string().max(64),
});

/**
 * Progress of an import: the next part to send, `complete`, `same` if another import has the same values, `tooMany`
 * imports or `tooLarge` with the values of the others, `absent` if it was undone, or `wrongPart` if a part does not fit
 * the import.
 */
export type ImportProgress =
  | { state: "writing"; next: number }
  | { state: "complete" | "same" | "tooMany" | "tooLarge" | "absent" | "wrongPart" };

/** Query for what the logger has in the time of an import; registers without the prefix of the site. */
export type OverlapQuery = {
  from: number;
  until: number;
  registers: readonly string[];
  timeZone: string;
};

/** Days of an import on which the logger has values, too. */
export type LoggerOverlap = {
  /** Local days of the period. */
  days: number;
  /** Days on which the logger has values of the same registers. */
  loggerDays: number;
  /** The first and the end of the last such day, ms UTC; null without one. */
  from: number | null;
  until: number | null;
};

/** Calls of a site's object for imports; part of `SiteRpc`. */
export interface SiteImportsRpc {
  /** Begins an import, or continues the one with the same id. */
  beginImport(layer: NewImport): Promise<ImportProgress>;
  /** Stores a part, in order. A repeated part changes nothing. The last one completes the import. */
  writeImportPart(
    layerId: string,
    part: number,
    content: ImportPart,
    author: Author,
  ): Promise<ImportProgress>;
  /** Returns all imports of the site, the newest first. */
  listImports(): Promise<ImportLayer[]>;
  /** Removes an import as a whole. Returns false if there is none. */
  undoImport(layerId: string, author: Author): Promise<boolean>;
  /** Counts the local days of a period on which the logger has values. */
  readImportOverlap(asked: OverlapQuery): Promise<LoggerOverlap>;
}

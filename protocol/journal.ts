import { z } from "zod";
import type { JournalDetails, JournalHead } from "#domain/journal/journal-entry.ts";
import type { JournalKind } from "#domain/journal/journal-kinds.ts";
import type { Author, JournalEntry } from "./alarms.ts";

/** An entry from outside the object. An entry with a key that the journal has changes nothing. */
export type KeyedJournalEntry = JournalEntry & { key: string };

/** Query of a page of a journal, newest entries first. Instants are ms UTC. */
export type JournalQuery = {
  page: number;
  size: number;
  from?: number | undefined;
  to?: number | undefined;
  /** Only entries of these kinds. */
  kinds: readonly JournalKind[];
  /** Text within names and values, in any case. */
  search?: string | undefined;
  /** Whether users are left out, for readers who may not see the users of the site. */
  hidesUsers?: boolean;
};

/** A user who is named in an entry; the name is null if the account was deleted. */
export type JournalUser = { name: string | null };
/** An entry of a page. */
export type JournalRow = {
  number: number;
  at: number;
  what: string;
  author: JournalUser | null;
  /** The user whom the entry is about. */
  user: JournalUser | null;
  details: JournalDetails;
};
export type JournalPage = { total: number; rows: JournalRow[]; head: JournalHead };

/** A part of an export. */
export type JournalPart = {
  /** Whole lines, each with a line feed. */
  text: string;
  /** Number of the last entry in it, after which the next part begins; null in the last part. */
  next: number | null;
};

/** Calls of a site's object for its journal; part of `SiteRpc`. */
export interface SiteJournalRpc {
  /**
   * Appends entries, in their order. It may be repeated.
   * @returns the head of the journal; null if the site is erased
   */
  appendJournal(siteId: number, entries: readonly KeyedJournalEntry[]): Promise<JournalHead | null>;
  readJournal(query: JournalQuery): Promise<JournalPage>;
  /**
   * Exports the journal. The first part records the export.
   * @param after number of the entry after which the part begins; 0 for the first part
   */
  exportJournal(siteId: number, after: number, author: Author): Promise<JournalPart>;
}

/** The head of a site's journal in its status events. */
export const publishedHead = z.object({
  number: z.int(),
  /** Lower-case hex. */
  hash: z.string(),
});

import { writeCanonical } from "./canonical-json.ts";

/** Values of an entry's text: numbers and texts only. */
export type JournalDetails = Readonly<Record<string, string | number | boolean | null>>;

/** An entry of a journal, as it is hashed. */
export type ChainedEntry = {
  /** When it happened, ms UTC. */
  at: number;
  /** Pseudonym of the user who did it; null for the site, its logger or the portal. */
  author: string | null;
  details: JournalDetails;
  /** From 1, without gaps. */
  number: number;
  /** SHA-256 of the previous entry's line, lower-case hex; `NO_HASH` in the first entry. */
  previous: string;
  /** Name of the event, as `site.renamed`. */
  what: string;
};

/** Number of the last entry and the hash of its line; 0 and `NO_HASH` for an empty journal. */
export type JournalHead = { number: number; hash: string };

/** Returns the SHA-256 of a text in UTF-8, lower-case hex. */
export type Sha256 = (text: string) => string;

/** The hash before the first entry. */
export const NO_HASH = "0".repeat(64);
export const EMPTY_HEAD: JournalHead = { number: 0, hash: NO_HASH };

/** The text over which an entry is hashed; it is also the entry's line in an export. */
export function writeEntry(entry: ChainedEntry): string {
  return writeCanonical(entry);
}

/** Returns the head of the journal after an entry. */
export function headAfter(entry: ChainedEntry, sha256: Sha256): JournalHead {
  return { number: entry.number, hash: sha256(writeEntry(entry)) };
}

/** Appends an entry to a chain. */
export function chainEntry(
  head: JournalHead,
  { at, author, details, what }: Omit<ChainedEntry, "number" | "previous">,
): ChainedEntry {
  return { at, author, details, number: head.number + 1, previous: head.hash, what };
}

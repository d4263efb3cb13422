import {
  type ChainedEntry,
  type JournalDetails,
  writeEntry,
} from "#domain/journal/journal-entry.ts";
import { writeTail } from "#domain/journal/verify-export.ts";
import type {
  JournalPage,
  JournalPart,
  JournalQuery,
  JournalRow,
  JournalUser,
} from "#protocol/journal.ts";
import { sha256 } from "./sha256.ts";
import type { SiteJournal } from "./site-journal.ts";

/** Maximum number of entries in which a text is searched, newest first. */
const MAX_SEARCHED = 20_000;
/** Cost of counting an entry, and of searching its texts, as numbers of samples that take as long to read. */
const ENTRY_SAMPLES = 3;
const SEARCHED_ENTRY_SAMPLES = 40;
/** A part of an export ends after this many characters. */
const PART_LENGTH = 1_000_000;

type Journal = Pick<SiteJournal, "rows" | "users" | "head">;

/**
 * Reads one page of a journal, newest entries first.
 * @param count receives what is read, as a number of samples that take as long
 */
export function readJournal(
  journal: Journal,
  query: JournalQuery,
  count?: (samples: number) => void,
): JournalPage {
  const { rows, users, head } = journal;
  const searched = query.search === undefined ? 0 : Math.min(head.number, MAX_SEARCHED);
  count?.(head.number * ENTRY_SAMPLES + searched * SEARCHED_ENTRY_SAMPLES);
  const where = conditionsOf(query);
  const names = users.names();
  const offset = (query.page - 1) * query.size;
  const describe = (entry: ChainedEntry) => {
    const row = describeEntry(entry, names);
    return query.hidesUsers ? { ...row, author: null, user: null } : row;
  };
  if (query.search === undefined)
    return {
      total: rows.count(where),
      rows: [...rows.newest(where, { limit: query.size, offset })].map(describe),
      head,
    };
  const wanted = query.search.toLowerCase();
  const found: JournalRow[] = [];
  let total = 0;
  for (const entry of rows.newest(where, { limit: MAX_SEARCHED, offset: 0 })) {
    const row = describe(entry);
    if (!textsOf(row).some((text) => text.toLowerCase().includes(wanted))) continue;
    if (total >= offset && found.length < query.size) found.push(row);
    total += 1;
  }
  return { total, rows: found, head };
}

/**
 * Writes a part of an export, from the entry after a number. The last part ends with the head line.
 * @param now ms UTC
 */
export function exportJournal(
  { rows, users, head }: Journal,
  { siteId, after, now }: { siteId: number; after: number; now: number },
): JournalPart {
  let text = "";
  let last = after;
  for (const entry of rows.after(after)) {
    text += `${writeEntry(entry)}\n`;
    last = entry.number;
    if (text.length >= PART_LENGTH && last < head.number) return { text, next: last };
  }
  const content = {
    entries: head.number,
    exportedAt: now,
    hash: head.hash,
    names: Object.fromEntries(users.names()),
    site: siteId,
  };
  return { text: `${text}${writeTail(content, sha256)}\n`, next: null };
}

function conditionsOf({ from, to, kinds }: JournalQuery) {
  const conditions = [
    `substr(what, 1, instr(what, '.') - 1) IN (${kinds.map(() => "?").join(", ")})`,
  ];
  const bindings: (string | number)[] = [...kinds];
  if (from !== undefined) {
    conditions.push("at >= ?");
    bindings.push(from);
  }
  if (to !== undefined) {
    conditions.push("at < ?");
    bindings.push(to);
  }
  return { conditions, bindings };
}

function describeEntry(
  { number, at, what, author, details: { user, ...details } }: ChainedEntry,
  names: ReadonlyMap<string, string>,
): JournalRow {
  return { number, at, what, author: describeUser(author), user: describeUser(user), details };

  function describeUser(pseudonym: JournalDetails[string] | undefined): JournalUser | null {
    if (typeof pseudonym !== "string") return null;
    return { name: names.get(pseudonym) ?? null };
  }
}

function textsOf({ author, user, details }: JournalRow): string[] {
  return [author?.name ?? "", user?.name ?? "", ...Object.values(details).map(String)];
}

import { z } from "zod";
import { type CanonicalValue, writeCanonical } from "./canonical-json.ts";
import { EMPTY_HEAD, type JournalHead, type Sha256 } from "./journal-entry.ts";

const hash = z.string().regex(/^[0-9a-f]{64}$/);

const chained = z.strictObject({
  at: z.int(),
  author: z.string().nullable(),
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  number: z.int().min(1),
  previous: hash,
  what: z.string(),
});

/** The last line of an export: its head, and what is not hashed with the entries. */
const tail = z.strictObject({
  /** Number of entries. */
  entries: z.int().min(0),
  /** ms UTC */
  exportedAt: z.int(),
  /** Hash of the last entry's line. */
  hash,
  /** Names of the users by their pseudonyms; those of deleted users are missing. */
  names: z.record(z.string(), z.string()),
  /** SHA-256 of this line without this field. */
  seal: hash,
  /** Id of the site. */
  site: z.int(),
});
export type ExportTail = z.infer<typeof tail>;

export type Verification =
  | { isValid: true; head: JournalHead; site: number; exportedAt: number }
  /** `line` counts from 1. */
  | { isValid: false; line: number; problem: string };

/** Writes the last line of an export, with its seal. */
export function writeTail(content: Omit<ExportTail, "seal">, sha256: Sha256): string {
  return writeCanonical({ ...content, seal: sha256(writeCanonical(content)) });
}

/**
 * Verifies an export: that each line is an unchanged entry which follows the one before, and that the last line is the
 * head of exactly these entries.
 * @param lines the lines of the file, without their line feeds
 * @param expected the head from another source, against which a journal that was cut and sealed again is found
 */
export function verifyExport(
  lines: readonly string[],
  sha256: Sha256,
  expected: JournalHead | null = null,
): Verification {
  let head = EMPTY_HEAD;
  for (const [index, line] of lines.slice(0, -1).entries()) {
    const step = verifyEntry(line, head, sha256);
    if (typeof step === "string") return { isValid: false, line: index + 1, problem: step };
    // A shorter journal cannot contain the entry, which is found below.
    if (expected?.number === step.number && expected.hash !== step.hash)
      return { isValid: false, line: index + 1, problem: "differs from the expected head" };
    head = step;
  }
  const last = Math.max(1, lines.length);
  const ended = verifyTail(lines.at(-1), head, sha256);
  if (typeof ended === "string") return { isValid: false, line: last, problem: ended };
  if (expected !== null && expected.number > head.number)
    return {
      isValid: false,
      line: last,
      problem: `the journal ends at entry ${head.number}, before the expected head ${expected.number}`,
    };
  return { isValid: true, head, site: ended.site, exportedAt: ended.exportedAt };
}

function verifyEntry(line: string, head: JournalHead, sha256: Sha256): JournalHead | string {
  const parsed = readCanonical(line);
  if (parsed === null) return "is not canonical JSON: the line was changed";
  const { data: entry } = chained.safeParse(parsed);
  if (entry === undefined)
    return tail.safeParse(parsed).success
      ? "is a head line before the end of the file"
      : "is not an entry: the line was changed";
  if (entry.number !== head.number + 1)
    return `is entry ${entry.number} instead of ${head.number + 1}: an entry was removed, inserted or moved`;
  if (entry.previous !== head.hash)
    return head.number === 0
      ? "does not begin a journal: the entries before it are missing"
      : "does not follow the line before it: one of the two was changed, inserted or moved";
  return { number: entry.number, hash: sha256(line) };
}

function verifyTail(
  line: string | undefined,
  head: JournalHead,
  sha256: Sha256,
): ExportTail | string {
  const parsed = readCanonical(line ?? "");
  const { data } = tail.safeParse(parsed);
  if (data === undefined)
    return chained.safeParse(parsed).success || line === undefined || line === ""
      ? "the head line is missing: the end of the file was cut off"
      : "is not a head line: it was changed or cut off";
  const { seal, ...content } = data;
  if (sha256(writeCanonical(content)) !== seal) return "the head line was changed";
  if (data.entries !== head.number)
    return `the head line counts ${data.entries} entries, the file has ${head.number}: entries before it were removed or added`;
  if (data.hash !== head.hash)
    return "the head line does not follow the last entry: one of the two was changed";
  return data;
}

/** Returns the value of a line in canonical form; null for any other line, as one with white space or equal names. */
function readCanonical(line: string): unknown {
  try {
    const value = JSON.parse(line) as CanonicalValue;
    return writeCanonical(value) === line ? value : null;
  } catch {
    return null;
  }
}

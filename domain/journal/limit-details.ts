import type { JournalDetails } from "./journal-entry.ts";

/** Maximum number of values of an entry, and of UTF-16 code units of a text. */
export const MAX_DETAILS = 16;
export const MAX_TEXT_LENGTH = 200;

/**
 * Returns the details of an entry in bounded size: texts are cut and lose their control characters, numbers that JSON
 * cannot write become null, values beyond the maximum are left out.
 */
export function limitDetails(details: JournalDetails): JournalDetails {
  const entries = Object.entries(details).slice(0, MAX_DETAILS);
  return Object.fromEntries(entries.map(([name, value]) => [name, limitValue(value)]));
}

/** Returns a text in bounded size, well-formed and without control characters. */
export function limitText(text: string): string {
  const plain = text.toWellFormed().replace(/[\p{Cc}\u2028\u2029]+/gu, " ");
  if (plain.length <= MAX_TEXT_LENGTH) return plain;
  // The cut may be within a surrogate pair.
  return `${plain.slice(0, MAX_TEXT_LENGTH - 1).replace(/[\uD800-\uDBFF]$/u, "")}…`;
}

function limitValue(value: JournalDetails[string]): JournalDetails[string] {
  if (typeof value === "string") return limitText(value);
  return typeof value === "number" && !Number.isFinite(value) ? null : value;
}

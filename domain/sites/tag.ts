import { z } from "zod";
import { MAX_TAG } from "../text-limits.ts";

/** Maximum length of a tag (specification, sections 5 and 9). */
export const MAX_TAG_LENGTH = MAX_TAG;
export const MAX_TAGS = 20;

/** Letters, digits and marks of all scripts, - and _. */
const PLAIN = /^[\p{Letter}\p{Mark}\p{Number}_-]*$/u;

/** Name of a tag, without special characters and spaces; the output is in the Unicode form NFC. */
export const tagName = z
  .string()
  .trim()
  .transform((name) => name.normalize("NFC"))
  .pipe(
    z.string().min(1, "required").max(MAX_TAG_LENGTH, "tooLong").regex(PLAIN, "lettersAndDigits"),
  );

/** Returns whether two names are the same tag, ignoring case. */
export function isSameTag(one: string, other: string): boolean {
  return foldCase(one) === foldCase(other);
}

/** Removes case by converting twice, since some letters have several lower-case forms. */
function foldCase(name: string): string {
  return name.toUpperCase().toLowerCase();
}

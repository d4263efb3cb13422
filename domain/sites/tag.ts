import { z } from "zod";
import { MAX_TAG } from "../text-limits.ts";

/** Specification, sections 5 and 9. */
export const MAX_TAG_LENGTH = MAX_TAG;
export const MAX_TAGS = 20;

/** Letters and digits of any script, with the marks that belong to them, and - and _ between them. */
const PLAIN = /^[\p{Letter}\p{Mark}\p{Number}_-]*$/u;

/** No special characters, no spaces; an accent is part of its letter, however it was typed. */
export const tagName = z
  .string()
  .trim()
  .transform((name) => name.normalize("NFC"))
  .pipe(
    z.string().min(1, "required").max(MAX_TAG_LENGTH, "tooLong").regex(PLAIN, "lettersAndDigits"),
  );

/** Whether two names read as one tag. */
export function isSameTag(one: string, other: string): boolean {
  return foldCase(one) === foldCase(other);
}

/** Both ways, since some letters have more small forms than capital ones. */
function foldCase(name: string): string {
  return name.toUpperCase().toLowerCase();
}

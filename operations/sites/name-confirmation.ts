import { z } from "zod";
import { Problem } from "#domain/problem.ts";

/** The site's name, typed as a confirmation. */
export const typedName = z
  .string()
  .trim()
  .min(1, "required")
  .max(200, "tooLong")
  .describe("The site's name, typed as a confirmation");

/**
 * Requires the site's name as a confirmation. Accents and spaces are compared in a normalized form.
 * @throws Problem invalid if the name differs
 */
export function assertNameConfirmation(site: { name: string }, typed: string): void {
  if (normalize(site.name) === normalize(typed)) return;
  throw new Problem("invalid", { fields: { name: "otherName" } });
}

/** Normalizes a name: accented letters have two encodings, and multiple spaces are hard to see. */
function normalize(name: string): string {
  return name.normalize("NFC").replaceAll(/\s+/gu, " ").trim();
}

import { z } from "zod";
import { Problem } from "#domain/problem.ts";

/** The site's name, typed as a confirmation. */
export const typedName = z
  .string()
  .trim()
  .min(1, "required")
  .max(200, "tooLong")
  .describe("The site's name, typed to show that it is meant");

/** @throws Problem invalid if the name differs */
export function assertNameConfirmation(site: { name: string }, typed: string): void {
  if (normalize(site.name) === normalize(typed)) return;
  throw new Problem("invalid", { fields: { name: "otherName" } });
}

/** Accented letters have two encodings, and multiple spaces are hard to see. */
function normalize(name: string): string {
  return name.normalize("NFC").replaceAll(/\s+/gu, " ").trim();
}

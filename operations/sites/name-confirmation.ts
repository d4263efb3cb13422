import { z } from "zod";
import { Problem } from "#domain/problem.ts";

/** The site's name, typed by whoever means it. */
export const typedName = z
  .string()
  .trim()
  .min(1, "required")
  .max(200, "tooLong")
  .describe("The site's name, typed to show that it is meant");

/** @throws Problem invalid where the site is called otherwise */
export function assertNameConfirmation(site: { name: string }, typed: string): void {
  if (normalize(site.name) === normalize(typed)) return;
  throw new Problem("invalid", { fields: { name: "otherName" } });
}

/** Letters with accents may be one sign or two, and spaces are not seen well. */
function normalize(name: string): string {
  return name.normalize("NFC").replaceAll(/\s+/gu, " ").trim();
}

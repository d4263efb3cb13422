import { z } from "zod";

/** An e-mail address as typed: trimmed, and compared without case. */
export const emailAddress = z
  .string()
  .trim()
  .toLowerCase()
  .min(1, "required")
  .max(254, "tooLong")
  .pipe(z.email("wrongEmail"));

/** Splits a typed list at white space, commas and semicolons, those of Chinese and Arabic included. */
export function splitAddresses(typed: string): string[] {
  return typed.split(/[\s,;\u060c\u061b\u3001\uff0c\uff1b]+/).filter((address) => address !== "");
}

import { z } from "zod";

/** E-mail address as typed; the output is trimmed and in lower case. */
export const emailAddress = z
  .string()
  .trim()
  .toLowerCase()
  .min(1, "required")
  .max(254, "tooLong")
  .pipe(z.email("wrongEmail"));

/** Splits a typed list of addresses at white space, commas and semicolons, including Chinese and Arabic ones. */
export function splitAddresses(typed: string): string[] {
  return typed.split(/[\s,;\u060c\u061b\u3001\uff0c\uff1b]+/).filter((address) => address !== "");
}

import { z } from "zod";
import { CURRENCIES } from "./currencies-data.ts";

const countriesOf = new Map(
  CURRENCIES.trim()
    .split("\n")
    .map((line): [string, string[]] => {
      const [code = "", ...countries] = line.split(" ");
      return [code, countries];
    }),
);

/** All currency codes of ISO 4217, ascending. */
export const CURRENCY_CODES: readonly string[] = [...countriesOf.keys()];

/** Code of an existing currency, ISO 4217. */
export const currencyCode = z
  .string()
  .trim()
  .toUpperCase()
  .min(1, "required")
  .refine((code) => code === "" || countriesOf.has(code));

/** Returns the currency of a country (ISO 3166-1 alpha-2); null if unknown. */
export function currencyOf(country: string): string | null {
  for (const [code, countries] of countriesOf) if (countries.includes(country)) return code;
  return null;
}

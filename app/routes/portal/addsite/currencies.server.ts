import { formatTag, type Language } from "#domain/languages.ts";
import { CURRENCY_CODES } from "#domain/sites/currency.ts";

export type Currency = { code: string; name: string };

/** All currencies with their names in a language. */
export function listCurrencies(language: Language): Currency[] {
  const tag = formatTag(language);
  const names = new Intl.DisplayNames(tag, { type: "currency", fallback: "code" });
  const { compare } = new Intl.Collator(tag);
  return CURRENCY_CODES.map((code) => ({ code, name: names.of(code) ?? code })).sort((one, other) =>
    compare(one.name, other.name),
  );
}

import codes from "i18n-iso-countries/codes.json";
import type { Language } from "#domain/languages.ts";
import type { Countries } from "#operations/context.ts";

type Names = { countries: Record<string, string | string[]> };

/** One file per language, loaded when it is first used. */
const FILES: Record<Language, () => Promise<Names>> = {
  en: async () => (await import("i18n-iso-countries/langs/en.json")).default,
  zh: async () => (await import("i18n-iso-countries/langs/zh.json")).default,
  es: async () => (await import("i18n-iso-countries/langs/es.json")).default,
  fr: async () => (await import("i18n-iso-countries/langs/fr.json")).default,
  de: async () => (await import("i18n-iso-countries/langs/de.json")).default,
  ar: async () => (await import("i18n-iso-countries/langs/ar.json")).default,
};

/** ISO 3166-1 alpha-2 codes of all countries. */
const KNOWN: ReadonlySet<string> = new Set((codes as string[][]).map(([code = ""]) => code));

export const countries: Countries = {
  has: (code) => KNOWN.has(code),
  async list(language) {
    const { countries: names } = await FILES[language]();
    const sorter = new Intl.Collator(language);
    return Object.entries(names)
      .map(([code, name]) => ({ code, name: (Array.isArray(name) ? name[0] : name) ?? code }))
      .sort((one, other) => sorter.compare(one.name, other.name));
  },
};

/** Languages of the interface, by their ISO 639 codes. */
export const LANGUAGES = ["en", "zh", "es", "fr", "de", "ar"] as const;
export type Language = (typeof LANGUAGES)[number];

/** Each name in its own language, so that users find theirs. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  en: "English",
  zh: "中文",
  es: "Español",
  fr: "Français",
  de: "Deutsch",
  ar: "العربية",
};

/** The default, if no supported language is requested. */
export const DEFAULT_LANGUAGE: Language = "en";

const RIGHT_TO_LEFT: ReadonlySet<string> = new Set<Language>(["ar"]);

/** Which way a language is written. */
export function directionOf(language: string): "ltr" | "rtl" {
  return RIGHT_TO_LEFT.has(language) ? "rtl" : "ltr";
}

/**
 * The tag to format numbers, dates and distances in time by. Arabic's own digits depend on the region and on how new the
 * runtime is; server and browser must agree, and the trade writes 0 to 9.
 */
export function formatTag(language: string): string {
  return language === "ar" ? "ar-u-nu-latn" : language;
}

/** Languages of the user interface, as ISO 639 codes. */
export const LANGUAGES = ["en", "zh", "es", "fr", "de", "ar"] as const;
export type Language = (typeof LANGUAGES)[number];

/** Name of each language in that language, so that users find theirs. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  en: "English",
  zh: "中文",
  es: "Español",
  fr: "Français",
  de: "Deutsch",
  ar: "العربية",
};

/** Language used if no supported one is requested. */
export const DEFAULT_LANGUAGE: Language = "en";

const RIGHT_TO_LEFT: ReadonlySet<string> = new Set<Language>(["ar"]);

/** Returns the direction in which a language is written. */
export function directionOf(language: string): "ltr" | "rtl" {
  return RIGHT_TO_LEFT.has(language) ? "rtl" : "ltr";
}

/**
 * Returns the BCP 47 tag for formatting numbers, dates and relative times. Arabic gets the digits 0 to 9, which are
 * usual in the field; its own digits would depend on region and runtime, and differ between server and browser.
 */
export function formatTag(language: string): string {
  return language === "ar" ? "ar-u-nu-latn" : language;
}

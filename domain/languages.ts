/** Languages of the interface, by their ISO 639 codes. */
export const LANGUAGES = ["en", "zh", "es", "fr", "de", "ar"] as const;
export type Language = (typeof LANGUAGES)[number];

/** Those that have their texts so far. */
export const SERVED_LANGUAGES = ["en"] as const satisfies readonly Language[];
export type ServedLanguage = (typeof SERVED_LANGUAGES)[number];

/** Where nobody asks for one that there is. */
export const DEFAULT_LANGUAGE: ServedLanguage = "en";

const RIGHT_TO_LEFT: ReadonlySet<string> = new Set<Language>(["ar"]);

/** Which way a language is written. */
export function directionOf(language: string): "ltr" | "rtl" {
  return RIGHT_TO_LEFT.has(language) ? "rtl" : "ltr";
}

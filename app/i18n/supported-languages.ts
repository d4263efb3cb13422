/** Languages that have a folder in `locales`. The first is the default. */
export const SUPPORTED_LANGUAGES = ["en"] as const;
export type Language = (typeof SUPPORTED_LANGUAGES)[number];
export const DEFAULT_LANGUAGE: Language = SUPPORTED_LANGUAGES[0];

const RIGHT_TO_LEFT: ReadonlySet<string> = new Set(["ar"]);

export function directionOf(language: string): "ltr" | "rtl" {
  return RIGHT_TO_LEFT.has(language) ? "rtl" : "ltr";
}

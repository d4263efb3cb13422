import type { InitOptions } from "i18next";
import { DEFAULT_LANGUAGE, LANGUAGES } from "#domain/languages.ts";
import { isolate } from "./isolate.ts";

/** The same for pages, in the browser and for the messages of the API; React escapes what it shows. */
export const I18N_OPTIONS = {
  fallbackLng: DEFAULT_LANGUAGE,
  supportedLngs: [...LANGUAGES],
  defaultNS: "common",
  interpolation: { escapeValue: true, escape: isolate },
} satisfies InitOptions;

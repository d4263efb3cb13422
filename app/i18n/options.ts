import type { InitOptions } from "i18next";
import { DEFAULT_LANGUAGE, SUPPORTED_LANGUAGES } from "./supported-languages.ts";

/** The same on the server and in the browser; React escapes what it shows. */
export const I18N_OPTIONS = {
  fallbackLng: DEFAULT_LANGUAGE,
  supportedLngs: [...SUPPORTED_LANGUAGES],
  defaultNS: "common",
  interpolation: { escapeValue: false },
} satisfies InitOptions;

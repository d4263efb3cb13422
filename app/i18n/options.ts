import type { InitOptions } from "i18next";
import { DEFAULT_LANGUAGE, LANGUAGES } from "#domain/languages.ts";
import { isolateInterpolation } from "./isolate.ts";

/** i18next options of pages, of the browser and of API messages; React escapes what it renders. */
export const I18N_OPTIONS = {
  fallbackLng: DEFAULT_LANGUAGE,
  supportedLngs: [...LANGUAGES],
  defaultNS: "common",
  interpolation: { escapeValue: true, escape: isolateInterpolation },
} satisfies InitOptions;

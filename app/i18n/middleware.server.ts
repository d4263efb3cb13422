import type { ResourceLanguage } from "i18next";
import { initReactI18next } from "react-i18next";
import { createI18nextMiddleware } from "remix-i18next";
import { DEFAULT_LANGUAGE, SERVED_LANGUAGES } from "#domain/languages.ts";
import { readCookie } from "../read-cookie.ts";
import { I18N_OPTIONS } from "./options.ts";

const LANGUAGE_COOKIE = "tbb_language";

const modules = import.meta.glob<ResourceLanguage>("./languages/*.ts", {
  eager: true,
  import: "default",
});
const resources = Object.fromEntries(
  SERVED_LANGUAGES.map((language) => [language, modules[`./languages/${language}.ts`] ?? {}]),
);

export const [i18nextMiddleware, getLanguage, getI18next] = createI18nextMiddleware({
  detection: {
    supportedLanguages: [...SERVED_LANGUAGES],
    fallbackLanguage: DEFAULT_LANGUAGE,
    order: ["custom", "header"],
    // React Router's own cookies are encoded; this one is plain text, so it is read here.
    findLocale: async ({ request }) => readCookie(request, LANGUAGE_COOKIE),
  },
  i18next: { ...I18N_OPTIONS, resources },
  plugins: [initReactI18next],
});

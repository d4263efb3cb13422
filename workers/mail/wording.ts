import { createInstance, type ResourceLanguage } from "i18next";
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from "#domain/languages.ts";
import type { Wording } from "#operations/mails/write-mail.ts";

/** One file per language. */
const files = import.meta.glob<ResourceLanguage>("/locales/*/mails.json", {
  eager: true,
  import: "default",
});

const present = LANGUAGES.flatMap((language) => {
  const mails = files[`/locales/${language}/mails.json`];
  return mails === undefined ? [] : [[language, { mails }] as const];
});

const texts = createInstance();
await texts.init({
  fallbackLng: DEFAULT_LANGUAGE,
  supportedLngs: [...LANGUAGES],
  resources: Object.fromEntries(present),
  defaultNS: "mails",
  // HTML is escaped as a whole by the layout.
  interpolation: { escapeValue: false },
});

/** Returns the texts of e-mails in a language; English for missing ones. */
export function wordingOf(wanted: Language): Wording {
  const language = present.some(([there]) => there === wanted) ? wanted : DEFAULT_LANGUAGE;
  const translate = texts.getFixedT(language) as Wording["t"];
  return { language, t: (key, values) => translate(key, values) };
}

import { createInstance, type ResourceKey } from "i18next";
import { I18N_OPTIONS } from "#app/i18n/options.ts";
import { LANGUAGES, type Language } from "#domain/languages.ts";

const files = import.meta.glob<ResourceKey>("/locales/*/apidocs.json", {
  eager: true,
  import: "default",
});

const texts = createInstance();
await texts.init({
  ...I18N_OPTIONS,
  resources: Object.fromEntries(
    LANGUAGES.map((language) => [
      language,
      { apidocs: files[`/locales/${language}/apidocs.json`] ?? {} },
    ]),
  ),
  defaultNS: "apidocs",
});

/** Returns the texts of the page in a language. */
export function textsOf(language: Language): (key: string) => string {
  // This namespace is not part of the typed ones of the pages.
  return texts.getFixedT(language) as (key: string) => string;
}

/** Returns all texts for the page's script, with English for missing ones. */
export function readTexts(language: Language): ResourceKey {
  return files[`/locales/${language}/apidocs.json`] ?? files["/locales/en/apidocs.json"] ?? {};
}

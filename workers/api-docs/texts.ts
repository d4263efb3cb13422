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

/** The texts of the page in a language. */
export function textsOf(language: Language): (key: string) => string {
  // The pages' own namespaces are typed; this one is none of theirs.
  return texts.getFixedT(language) as (key: string) => string;
}

/** All of them, for the page's own script; what a language lacks is English. */
export function readTexts(language: Language): ResourceKey {
  return files[`/locales/${language}/apidocs.json`] ?? files["/locales/en/apidocs.json"] ?? {};
}

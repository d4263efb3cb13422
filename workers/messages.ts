import { createInstance, type ResourceKey } from "i18next";
import { I18N_OPTIONS } from "#app/i18n/options.ts";
import { LANGUAGES } from "#domain/languages.ts";
import { formatProblem } from "#domain/problem-message.ts";
import { acceptedLanguage } from "./request-language.ts";

const files = import.meta.glob<ResourceKey>("/locales/*/problems.json", {
  eager: true,
  import: "default",
});
const resources = Object.fromEntries(
  LANGUAGES.map((language) => [
    language,
    { problems: files[`/locales/${language}/problems.json`] ?? {} },
  ]),
);

const texts = createInstance();
await texts.init({ ...I18N_OPTIONS, resources, defaultNS: "problems" });

/**
 * Returns the text of a key of the `problems` namespace, in the first supported language of `Accept-Language`.
 * @param more.retryAfter seconds
 * @param more.limit the exceeded limit that the text names
 */
export function translateProblem(
  key: string,
  acceptLanguage: string | null,
  { retryAfter, limit }: { retryAfter?: number | undefined; limit?: number | undefined } = {},
): string {
  // This namespace is not typed, because a Problem carries arbitrary keys.
  const language = acceptedLanguage(acceptLanguage);
  const translate = texts.getFixedT(language) as Untyped;
  return formatProblem(translate, key, { language, retryAfter, limit });
}

type Untyped = (key: string, values: object) => string;

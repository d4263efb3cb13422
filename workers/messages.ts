import { parseAccept } from "hono/utils/accept";
import { createInstance, type ResourceKey } from "i18next";
import { I18N_OPTIONS } from "#app/i18n/options.ts";
import { DEFAULT_LANGUAGE, SERVED_LANGUAGES } from "#domain/languages.ts";

const problems = import.meta.glob<ResourceKey>("#locales/*/problems.json", {
  eager: true,
  import: "default",
});
const resources = Object.fromEntries(
  SERVED_LANGUAGES.map((language) => {
    const path = Object.keys(problems).find((one) => one.endsWith(`/${language}/problems.json`));
    return [language, { problems: problems[path ?? ""] ?? {} }];
  }),
);

const texts = createInstance();
await texts.init({
  ...I18N_OPTIONS,
  resources,
  nonExplicitSupportedLngs: true,
  defaultNS: "problems",
});

/** The text of a key of the `problems` namespace, in the first language of `Accept-Language` that there is. */
export function translateProblem(key: string, acceptLanguage: string | null): string {
  const wanted = parseAccept(acceptLanguage ?? "").map(({ type }) => type);
  // The pages' own namespaces are typed; here the key is whatever a Problem carries.
  const translate = texts.getFixedT([...wanted, DEFAULT_LANGUAGE]) as (key: string) => string;
  return translate(key);
}

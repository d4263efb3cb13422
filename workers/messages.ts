import { parseAccept } from "hono/utils/accept";
import { createInstance, type ResourceLanguage } from "i18next";
import { I18N_OPTIONS } from "#app/i18n/options.ts";
import { DEFAULT_LANGUAGE, type ServedLanguage } from "#domain/languages.ts";
import english from "#locales/en/problems.json";

const resources: Record<ServedLanguage, ResourceLanguage> = { en: { problems: english } };

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

import { parseAccept } from "hono/utils/accept";
import { createInstance } from "i18next";
import english from "#locales/en/problems.json";

const LANGUAGES = { en: { problems: english } };
const DEFAULT_LANGUAGE = "en";

const texts = createInstance();
await texts.init({
  resources: LANGUAGES,
  fallbackLng: DEFAULT_LANGUAGE,
  supportedLngs: Object.keys(LANGUAGES),
  nonExplicitSupportedLngs: true,
  defaultNS: "problems",
  interpolation: { escapeValue: false },
});

/** The text of a key of the `problems` namespace, in the first language of `Accept-Language` that there is. */
export function translateProblem(key: string, acceptLanguage: string | null): string {
  const wanted = parseAccept(acceptLanguage ?? "").map(({ type }) => type);
  // The pages' own namespaces are typed; here the key is whatever a Problem carries.
  const translate = texts.getFixedT([...wanted, DEFAULT_LANGUAGE]) as (key: string) => string;
  return translate(key);
}

import { parseAccept } from "hono/utils/accept";
import { chosenLanguage } from "#app/i18n/language-cookie.ts";
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from "#domain/languages.ts";

/** The language that a client asks for, regions aside. */
export function languageOf(request: Request): Language {
  return acceptedLanguage(request.headers.get("Accept-Language"));
}

/** The same for a page, where what was chosen there counts before what the browser likes. */
export function pageLanguageOf(request: Request): Language {
  return chosenLanguage(request) ?? languageOf(request);
}

/** The one of our languages that an `Accept-Language` header likes best. */
export function acceptedLanguage(accepted: string | null): Language {
  const wanted = parseAccept(accepted ?? "").map(({ type }) => type.toLowerCase().split("-")[0]);
  const found = wanted.find((code) => LANGUAGES.some((language) => language === code));
  return (found as Language | undefined) ?? DEFAULT_LANGUAGE;
}

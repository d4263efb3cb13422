import { parseAccept } from "hono/utils/accept";
import { findBrowserLanguage } from "#app/i18n/find-language.server.ts";
import { chosenLanguage } from "#app/i18n/language-cookie.ts";
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from "#domain/languages.ts";

/** Returns the language that an API client requests, ignoring regions. */
export function languageOf(request: Request): Language {
  return acceptedLanguage(request.headers.get("Accept-Language"));
}

/** Returns the language of a page: the chosen one, else the browser's preferred one. */
export async function pageLanguageOf(request: Request): Promise<Language> {
  return chosenLanguage(request) ?? (await findBrowserLanguage(request));
}

/** Returns the supported language that an `Accept-Language` header prefers. */
export function acceptedLanguage(accepted: string | null): Language {
  const wanted = parseAccept(accepted ?? "").map(({ type }) => type.toLowerCase().split("-")[0]);
  const found = wanted.find((code) => LANGUAGES.some((language) => language === code));
  return (found as Language | undefined) ?? DEFAULT_LANGUAGE;
}

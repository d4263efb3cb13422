import { LANGUAGES, type Language } from "#domain/languages.ts";
import { YEAR_S } from "#domain/units/durations.ts";
import { readCookie } from "../read-cookie.ts";

const LANGUAGE_COOKIE = "tbb_language";

/** The supported language that was chosen in this browser, if any. */
export function chosenLanguage(request: Request): Language | undefined {
  const chosen = readCookie(request, LANGUAGE_COOKIE);
  return LANGUAGES.find((language) => language === chosen);
}

/**
 * `Set-Cookie` header for the language that the user chose.
 * @param secure false only if the server itself runs on plain http
 */
export function writeLanguageCookie(language: Language, secure: boolean): string {
  const attributes = `Path=/; Max-Age=${YEAR_S}; SameSite=Lax`;
  return `${LANGUAGE_COOKIE}=${language}; ${attributes}${secure ? "; Secure" : ""}`;
}

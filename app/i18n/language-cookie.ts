import type { Language } from "#domain/languages.ts";

export const LANGUAGE_COOKIE = "tbb_language";

const YEAR_S = 31_536_000;

/** `Set-Cookie` for the language that somebody chose. @param secure unless the server itself runs on plain http */
export function writeLanguageCookie(language: Language, secure: boolean): string {
  const attributes = `Path=/; Max-Age=${YEAR_S}; SameSite=Lax`;
  return `${LANGUAGE_COOKIE}=${language}; ${attributes}${secure ? "; Secure" : ""}`;
}

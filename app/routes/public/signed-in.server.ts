import { type RouterContextProvider, redirect, redirectDocument } from "react-router";
import { callAs, problemOf } from "#app/backend.server.ts";
import { chosenLanguage, writeLanguageCookie } from "#app/i18n/language-cookie.ts";
import { getLanguage } from "#app/i18n/middleware.server.ts";
import type { Language } from "#domain/languages.ts";
import { isSecureLine } from "#protocol/own-cookie.ts";
import { writeSessionCookie } from "#protocol/session-cookie.ts";
import { endKeptQuery } from "../portal/sitelist/kept-query.ts";

type RequestArgs = { request: Request; context: Readonly<RouterContextProvider> };
type Session = { token: string; language: Language };

/**
 * Starts a session and redirects. A language that was chosen in this browser is stored in the account; otherwise the
 * browser uses the account's language and loads the next page in it. The search of another user of the browser ends.
 */
export async function leadOn({ request, context }: RequestArgs, to: string, session: Session) {
  const { token, language } = session;
  const isOverSecure = isSecureLine(request);
  const headers = new Headers({ "Set-Cookie": writeSessionCookie(token, isOverSecure) });
  headers.append("Set-Cookie", endKeptQuery());
  const chosen = chosenLanguage(request);
  if (chosen === undefined)
    headers.append("Set-Cookie", writeLanguageCookie(language, isOverSecure));
  else if (chosen !== language) await keepLanguage(context, token, chosen);
  const isShown = getLanguage(context) === (chosen ?? language);
  return isShown ? redirect(to, { headers }) : redirectDocument(to, { headers });
}

async function keepLanguage(
  context: RequestArgs["context"],
  token: string,
  novaLanguage: Language,
): Promise<void> {
  try {
    await callAs(context, token, "POST /user/v2/updateNovaLanguage", { novaLanguage });
  } catch (thrown) {
    // The demo account cannot be changed, and a password that was changed meanwhile ends the session; neither is an
    // error here.
    if (problemOf(thrown) === null) throw thrown;
  }
}

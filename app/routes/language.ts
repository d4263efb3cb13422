import { data, redirect } from "react-router";
import { LANGUAGES } from "#domain/languages.ts";
import { isSecureLine } from "#protocol/own-cookie.ts";
import { call, problemOf } from "../backend.server.ts";
import { readForm } from "../forms/read-form.server.ts";
import { isSignedIn } from "../guard.server.ts";
import { writeLanguageCookie } from "../i18n/language-cookie.ts";
import { safeRedirect } from "../safe-redirect.ts";
import type { Route } from "./+types/language";

const HOME = "/";

/** A GET request changes nothing; only the form sets the language. */
export function loader() {
  return redirect(HOME);
}

/** Stores the language in the browser and, for a signed-in user, in the account. */
export async function action(args: Route.ActionArgs) {
  const form = await readForm(args.request);
  const wanted = form.get("language");
  const back = form.get("redirect");
  const address = safeRedirect(typeof back === "string" ? back : null, HOME);
  const language = LANGUAGES.find((one) => one === wanted);
  if (language === undefined) return redirect(address);
  if (isSignedIn(args)) {
    try {
      await call(args.context, "POST /user/v2/updateNovaLanguage", { novaLanguage: language });
    } catch (thrown) {
      // The demo account cannot be changed, so only the browser stores the language.
      if (problemOf(thrown)?.code !== "forbidden") throw thrown;
    }
  }
  const headers = { "Set-Cookie": writeLanguageCookie(language, isSecureLine(args.request)) };
  // With scripts the page stays and changes its texts itself.
  return back === null ? data({ language }, { headers }) : redirect(address, { headers });
}

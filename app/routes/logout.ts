import { redirect } from "react-router";
import { isSecureLine } from "#protocol/own-cookie.ts";
import { clearSessionCookie } from "#protocol/session-cookie.ts";
import { call, problemOf } from "../backend.server.ts";
import { safeRedirect } from "../safe-redirect.ts";
import type { Route } from "./+types/logout";
import { endKeptQuery } from "./portal/sitelist/kept-query.ts";
import { SIGNED_OUT } from "./public/signed-out.ts";

/** A GET request changes nothing; only the form signs out. */
export function loader() {
  return redirect("/sitelist");
}

export async function action({ request, context, url }: Route.ActionArgs) {
  try {
    await call(context, "POST /auth/v2/logout", {});
  } catch (thrown) {
    // The user is already signed out, or a site could not be notified yet; the cookie is cleared in either case.
    if (problemOf(thrown) === null) throw thrown;
  }
  const from = safeRedirect(url.searchParams.get("redirect"), "/sitelist");
  const headers = new Headers({ "Set-Cookie": clearSessionCookie(isSecureLine(request)) });
  headers.append("Set-Cookie", endKeptQuery());
  return redirect(`/login?${new URLSearchParams({ redirect: from, [SIGNED_OUT]: "1" })}`, {
    headers,
  });
}

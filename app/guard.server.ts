import { type RouterContextProvider, redirect } from "react-router";
import { SESSION_COOKIE } from "#protocol/session-cookie.ts";
import { backend, call, problemOf } from "./backend.server.ts";
import { readCookie } from "./read-cookie.ts";

/** What every loader and action gets; `url` is the page's, also where only its data is fetched. */
type Asked = { request: Request; url: URL; context: Readonly<RouterContextProvider> };

const NOT_YOURS = "/sitelist?notice=notYours";

/** Whether somebody is signed in. */
export function isSignedIn({ context }: Asked): boolean {
  return context.get(backend).caller.kind === "person";
}

/** Cookies are secure unless the server itself runs on plain http. */
export function isSecure(request: Request): boolean {
  return new URL(request.url).protocol === "https:";
}

/** Who is signed in; everybody else is sent to the login and comes back afterwards. */
export function demandPerson(asked: Asked) {
  const { caller } = asked.context.get(backend);
  if (caller.kind !== "person") throw toLogin(asked);
  return caller.person;
}

type KnownPath = Parameters<typeof call>[1];

/** `call` for a page: what a page can do about a refusal is to lead somewhere else. */
export async function callForPage<Path extends KnownPath>(
  asked: Asked,
  path: Path,
  input: Parameters<typeof call<Path>>[2],
) {
  try {
    return await call(asked.context, path, input);
  } catch (thrown) {
    const code = problemOf(thrown)?.code;
    if (code === "notSignedIn" || code === "sessionEnded") throw toLogin(asked);
    if (code === "forbidden" || code === "notFound") throw redirect(NOT_YOURS);
    throw thrown;
  }
}

/** The site that a page's `key` names. No key, or one that is none, leads where a site that is not theirs does. */
export async function openSite(asked: Asked) {
  const siteKey = asked.url.searchParams.get("key") ?? "";
  try {
    return await callForPage(asked, "POST /site/v2/getSiteById", { siteKey });
  } catch (thrown) {
    if (problemOf(thrown)?.code === "invalid") throw redirect(NOT_YOURS);
    throw thrown;
  }
}

function toLogin({ request, url: { pathname, search } }: Asked): Response {
  const query = new URLSearchParams({ redirect: pathname + search });
  if (readCookie(request, SESSION_COOKIE) !== null) query.set("reason", "expired");
  return redirect(`/login?${query}`);
}

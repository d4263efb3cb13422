import { type RouterContextProvider, redirect } from "react-router";
import { isSecureLine } from "#protocol/own-cookie.ts";
import { sessionCookie } from "#protocol/session-cookie.ts";
import { backend, call, problemOf } from "./backend.server.ts";
import { isOfOtherBuild } from "./build-version.server.ts";
import { readCookie } from "./read-cookie.ts";
import { returnTo } from "./return-to.ts";

/** Arguments of every loader and action; `url` is the page's address even if only its data is fetched. */
export type PageArgs = { request: Request; url: URL; context: Readonly<RouterContextProvider> };

/** The list of sites explains the redirect. */
const NO_SITE = "/sitelist?notice=notYours";
const NO_PAGE = "/sitelist?notice=notAllowed";

/** Whether the request comes from a signed-in user. */
export function isSignedIn({ context }: PageArgs): boolean {
  return context.get(backend).caller.kind === "person";
}

/** Returns the signed-in user; redirects everyone else to the login, which leads back afterwards. */
export function requireUser(args: PageArgs) {
  const { caller } = args.context.get(backend);
  if (caller.kind !== "person") throw toLogin(args);
  return caller.person;
}

type KnownPath = Parameters<typeof call>[1];

/**
 * Calls an operation for a page and turns a refusal into a redirect.
 * @param elsewhere target for a caller without permission or for a missing object
 */
export async function callForPage<Path extends KnownPath>(
  args: PageArgs,
  path: Path,
  input: Parameters<typeof call<Path>>[2],
  elsewhere = NO_PAGE,
) {
  try {
    return await call(args.context, path, input);
  } catch (thrown) {
    const { code, reason } = problemOf(thrown) ?? {};
    if (code === "notSignedIn" || code === "sessionEnded") throw toLogin(args);
    // The form asks for the password.
    if (reason === "confirmationRequired") throw thrown;
    if (code === "forbidden" || code === "notFound") throw redirect(elsewhere);
    throw thrown;
  }
}

/**
 * Returns the site whose key is in the page's address. A missing or malformed key redirects like a site without access.
 */
export async function openSite(args: PageArgs) {
  const siteKey = args.url.searchParams.get("key") ?? "";
  try {
    return await callForPage(args, "POST /site/v2/getForPage", { siteKey }, NO_SITE);
  } catch (thrown) {
    if (problemOf(thrown)?.code === "invalid") throw redirect(NO_SITE);
    throw thrown;
  }
}

/** Redirect to the login, which leads back to the page and says why the session has ended. */
export function toLogin(args: PageArgs): Response {
  const { request, context } = args;
  const query = new URLSearchParams({ redirect: returnTo(args) });
  // A parallel request of the same page has signed the user out, and its response may never be shown.
  if (isOfOtherBuild(request, context.get(backend).version)) query.set("reason", "updated");
  else if (readCookie(request, sessionCookie(isSecureLine(request))) !== null)
    query.set("reason", "expired");
  return redirect(`/login?${query}`);
}

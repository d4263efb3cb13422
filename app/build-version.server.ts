import { type MiddlewareFunction, redirectDocument } from "react-router";
import { DAY_MS, SECOND_MS } from "#domain/units/durations.ts";
import { isSecureLine, ownCookie } from "#protocol/own-cookie.ts";
import { clearSessionCookie } from "#protocol/session-cookie.ts";
import { backend, call, problemOf } from "./backend.server.ts";
import { readCookie } from "./read-cookie.ts";
import { returnTo } from "./return-to.ts";

/** Name of the cookie that holds the build which answered the user's session first. */
const versionCookie = (secure: boolean) => ownCookie("helioport_version", secure);

/** The longest life that browsers allow a cookie. */
const MAX_AGE_S = (400 * DAY_MS) / SECOND_MS;

/** Whether the browser's cookie names another build than this one. */
export function isOfOtherBuild(request: Request, version: string): boolean {
  const kept = readVersion(request);
  return kept !== null && kept !== version;
}

/**
 * Signs out a user whose session began with another build, so that they sign in with this one (specification, section
 * 4). The cookie is deleted with the next response to a signed-out browser and not at once: parallel requests of the
 * same page need it to give the reason on the login page.
 */
export const requireCurrentBuild: MiddlewareFunction<Response> = async (args, next) => {
  const { caller, version } = args.context.get(backend);
  const secure = isSecureLine(args.request);
  const kept = readVersion(args.request);
  if (caller.kind !== "person") {
    const response = await next();
    if (kept !== null) response.headers.append("Set-Cookie", clearVersion(secure));
    return response;
  }
  if (isOfOtherBuild(args.request, version)) return signOut(args);
  const response = await next();
  // A response that may be cached must not carry a user's cookie.
  if (kept === null && !response.headers.has("Cache-Control"))
    response.headers.append("Set-Cookie", keepVersion(version, secure));
  return response;
};

async function signOut(args: Parameters<typeof requireCurrentBuild>[0]) {
  const { request, context } = args;
  try {
    await call(context, "POST /auth/v2/logout", {});
  } catch (thrown) {
    // A site could not be notified yet; the session has ended in either case.
    if (problemOf(thrown) === null) throw thrown;
  }
  const query = new URLSearchParams({ redirect: returnTo(args), reason: "updated" });
  // Loads the whole document, because the browser still runs the other build.
  const response = redirectDocument(`/login?${query}`);
  response.headers.append("Set-Cookie", clearSessionCookie(isSecureLine(request)));
  return response;
}

function readVersion(request: Request): string | null {
  return readCookie(request, versionCookie(isSecureLine(request)));
}

function keepVersion(version: string, secure: boolean): string {
  return cookie(version, MAX_AGE_S, secure);
}

function clearVersion(secure: boolean): string {
  return cookie("", 0, secure);
}

function cookie(value: string, maxAge: number, secure: boolean): string {
  const attributes = `Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax`;
  return `${versionCookie(secure)}=${value}; ${attributes}${secure ? "; Secure" : ""}`;
}

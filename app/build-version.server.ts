import { type MiddlewareFunction, redirectDocument } from "react-router";
import { isSecureLine, ownCookie } from "#protocol/own-cookie.ts";
import { clearSessionCookie } from "#protocol/session-cookie.ts";
import { backend, call, problemOf } from "./backend.server.ts";
import { readCookie } from "./read-cookie.ts";
import { returnTo } from "./return-to.ts";

/** The build that somebody is signed in with: the first that answered them after their login. */
const versionCookie = (secure: boolean) => ownCookie("helioport_version", secure);

/** As long as browsers keep any. */
const MAX_AGE_S = 400 * 24 * 3600;

/** Whether the browser says that somebody is signed in with another build than this. */
export function isOfOtherBuild(request: Request, version: string): boolean {
  const kept = readVersion(request);
  return kept !== null && kept !== version;
}

/**
 * Whoever is signed in with another build is signed out, and signs in with this one (specification, section 4). The
 * cookie goes with the next answer to nobody, so that what else a page asked for meanwhile can say why it leads to the
 * login: a build that nobody is signed in with signs nobody out.
 */
export const requireCurrentBuild: MiddlewareFunction<Response> = async (args, next) => {
  const { caller, version } = args.context.get(backend);
  const secure = isSecureLine(args.request);
  const kept = readVersion(args.request);
  if (caller.kind !== "person") {
    const response = await next();
    if (kept !== null) response.headers.append("Set-Cookie", forgetVersion(secure));
    return response;
  }
  if (isOfOtherBuild(args.request, version)) return signOut(args);
  const response = await next();
  // What anyone may keep a copy of carries nobody's cookie.
  if (kept === null && !response.headers.has("Cache-Control"))
    response.headers.append("Set-Cookie", keepVersion(version, secure));
  return response;
};

async function signOut(args: Parameters<typeof requireCurrentBuild>[0]) {
  const { request, context } = args;
  try {
    await call(context, "POST /auth/v2/logout", {});
  } catch (thrown) {
    // A site that is to be told later: the session has ended in either case.
    if (problemOf(thrown) === null) throw thrown;
  }
  const query = new URLSearchParams({ redirect: returnTo(args), reason: "updated" });
  // The whole document: what runs in the browser is still the other build.
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

function forgetVersion(secure: boolean): string {
  return cookie("", 0, secure);
}

function cookie(value: string, maxAge: number, secure: boolean): string {
  const attributes = `Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax`;
  return `${versionCookie(secure)}=${value}; ${attributes}${secure ? "; Secure" : ""}`;
}

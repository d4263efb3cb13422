import { DAY_S } from "#domain/units/durations.ts";
import { ownCookie } from "./own-cookie.ts";

/** Returns the name of the cookie in which pages store the token of a session, inaccessible to scripts. */
export function sessionCookie(secure: boolean): string {
  return ownCookie("helioport_session", secure);
}

/** Lifetime of the cookie, s: the maximum of browsers, because the server decides on the lifetime of a session. */
const MAX_AGE_S = 400 * DAY_S;

/**
 * Returns the `Set-Cookie` header of a new session.
 * @param secure false only if the server runs on plain http
 */
export function writeSessionCookie(token: string, secure: boolean): string {
  return cookie(token, MAX_AGE_S, secure);
}

/** Returns the `Set-Cookie` header that deletes the cookie. */
export function clearSessionCookie(secure: boolean): string {
  return cookie("", 0, secure);
}

function cookie(value: string, maxAge: number, secure: boolean): string {
  const attributes = `Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax`;
  return `${sessionCookie(secure)}=${value}; ${attributes}${secure ? "; Secure" : ""}`;
}

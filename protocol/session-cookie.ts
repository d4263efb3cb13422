import { DAY_MS, SECOND_MS } from "#domain/units/durations.ts";
import { ownCookie } from "./own-cookie.ts";

/** Name of the cookie in which the web pages keep the token of a session, out of reach of scripts. */
export function sessionCookie(secure: boolean): string {
  return ownCookie("helioport_session", secure);
}

/** Browsers keep no cookie longer; the server decides how long a session lives. */
const MAX_AGE_S = (400 * DAY_MS) / SECOND_MS;

/** `Set-Cookie` for a new session. @param secure unless the server itself runs on plain http */
export function writeSessionCookie(token: string, secure: boolean): string {
  return cookie(token, MAX_AGE_S, secure);
}

/** `Set-Cookie` that deletes the session. */
export function clearSessionCookie(secure: boolean): string {
  return cookie("", 0, secure);
}

function cookie(value: string, maxAge: number, secure: boolean): string {
  const attributes = `Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax`;
  return `${sessionCookie(secure)}=${value}; ${attributes}${secure ? "; Secure" : ""}`;
}

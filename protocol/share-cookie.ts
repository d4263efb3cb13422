import { digest } from "./keys/digest.ts";
import { ownCookie } from "./own-cookie.ts";

/**
 * Header that names the caller of a page's request: `share`, a space, and the reference of the share link as returned
 * by `shareRef`.
 */
export const AS_HEADER = "Helioport-As";

/** Query parameter with the content of `AS_HEADER` for pictures, which a browser requests without this header. */
export const SHARE_FIELD = "share";

/** Returns the name of the cookie in which pages store the tokens of share sessions, inaccessible to scripts. */
export function shareCookie(secure: boolean): string {
  return ownCookie("helioport_share", secure);
}

const REF_LETTERS = 12;
/** Maximum number of links whose session is stored in the cookie; the most recently opened ones are kept. */
const MAX_LINKS = 8;
const BETWEEN = "~";
const WITHIN = ".";

/** Returns the reference of a share link, which identifies it in the cookie without revealing its token. */
export function shareRef(account: string): string {
  return digest(account).slice(0, REF_LETTERS);
}

/**
 * Returns the token of the session for a share link; undefined without one.
 * @param value value of the cookie
 * @param ref reference of the link, as returned by `shareRef`
 */
export function readShareCookie(value: string | undefined, ref: string): string | undefined {
  return entriesOf(value).find(([known]) => known === ref)?.[1];
}

/**
 * Returns the value of the cookie with the token of a session for a share link.
 * @param value current value of the cookie
 * @param token null removes the session
 */
export function withShareSession(
  value: string | undefined,
  ref: string,
  token: string | null,
): string {
  const others = entriesOf(value).filter(([known]) => known !== ref);
  const kept = token === null ? others : [[ref, token] as const, ...others];
  return kept
    .slice(0, MAX_LINKS)
    .map((entry) => entry.join(WITHIN))
    .join(BETWEEN);
}

/**
 * Returns the `Set-Cookie` header of share sessions; an empty value deletes the cookie.
 * @param maxAgeS lifetime of the cookie, s
 * @param secure false only if the server runs on plain http
 */
export function writeShareCookie(value: string, maxAgeS: number, secure: boolean): string {
  const attributes = `Path=/; Max-Age=${value === "" ? 0 : maxAgeS}; HttpOnly; SameSite=Lax`;
  return `${shareCookie(secure)}=${value}; ${attributes}${secure ? "; Secure" : ""}`;
}

const ENTRY = /^([\w-]{12})\.(hps_[\w-]{43})$/;

function entriesOf(value = ""): (readonly [ref: string, token: string])[] {
  return value.split(BETWEEN).flatMap((entry) => {
    const [, ref, token] = ENTRY.exec(entry) ?? [];
    return ref === undefined || token === undefined ? [] : [[ref, token] as const];
  });
}

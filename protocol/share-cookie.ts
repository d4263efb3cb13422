import { digest } from "./keys/digest.ts";
import { ownCookie } from "./own-cookie.ts";

/**
 * Header that names the caller of a page's request: `share`, and after a space the reference of the link's viewer, as
 * `shareRef` returns it.
 */
export const AS_HEADER = "Helioport-As";

/** Query parameter with the same content for pictures, which a browser requests without our headers. */
export const SHARE_FIELD = "share";

/** Name of the cookie in which the page of a link keeps the tokens of share sessions, out of reach of scripts. */
export function shareCookie(secure: boolean): string {
  return ownCookie("helioport_share", secure);
}

const REF_LETTERS = 12;
/** Each link has its own session; only this many, opened last, are kept. */
const MAX_LINKS = 8;
const BETWEEN = "~";
const WITHIN = ".";

/** Identifies a link in the cookie without revealing its token. */
export function shareRef(account: string): string {
  return digest(account).slice(0, REF_LETTERS);
}

/** The session's token for a link; undefined where there is none. */
export function readShareCookie(value: string | undefined, ref: string): string | undefined {
  return entriesOf(value).find(([known]) => known === ref)?.[1];
}

/** Returns the cookie's value with the session's token for a link; null removes it. */
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

/** `Set-Cookie`. A session lives a day, and so does this. @param secure unless the server itself runs on plain http */
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

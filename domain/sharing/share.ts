import { z } from "zod";
import { DAY_MS, HOUR_MS, QUARTER_MS } from "../units/durations.ts";

/** Prefix of the tokens of share sessions, which distinguishes them from the tokens of users. */
export const SHARE_SESSION_PREFIX = "hps_";
/** Lifetime of a share session, ms. */
export const SHARE_SESSION_MS = DAY_MS;

const TOKEN = /^[\w-]{24}$/;
/** Random bytes of a share link's token (144 bits). */
export const SHARE_TOKEN_BYTES = 18;

/** Returns whether a text has the form of a share link's token; other texts need no query. */
export function isShareToken(text: string): boolean {
  return TOKEN.test(text);
}

/** Password of a share link; it is never shown again. */
export const sharePassword = z.string().min(6, "passwordTooShort").max(64, "tooLong");

/** Maximum number of wrong passwords for a share link per address. */
export const SHARE_PASSWORD_LIMIT = { max: 10, windowMs: QUARTER_MS };
/** Maximum number per network, so that one network does not use up the total limit. */
export const SHARE_PASSWORD_LIMIT_PER_NETWORK = { max: 50, windowMs: HOUR_MS };
/** Maximum number from all addresses, except those that recently entered the right password. */
export const SHARE_PASSWORD_LIMIT_TOTAL = { max: 200, windowMs: HOUR_MS };
/** Time for which an address that entered the right password is exempt from the total limit, ms. */
export const SHARE_ENTERED_MS = 3 * DAY_MS;

/** Returns the network of an IP address: the first three parts, a /24 of IPv4 and a /48 of IPv6. */
export function placeOf(address: string): string {
  const separator = address.includes(":") ? ":" : ".";
  return address.split(separator).slice(0, 3).join(separator);
}

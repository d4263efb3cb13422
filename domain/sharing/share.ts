import { z } from "zod";
import { DAY_MS, MINUTE_MS } from "../units/durations.ts";

/** How the token of a share session begins: it is none of a person. */
export const SHARE_SESSION_PREFIX = "hps_";
/** How long a session of a share link lasts. */
export const SHARE_SESSION_MS = DAY_MS;

const TOKEN = /^[\w-]{24}$/;
/** 144 bits. */
export const SHARE_TOKEN_BYTES = 18;

/** Whether something has the form of a link's token. What has not is no link, and need not be looked for. */
export function isShareToken(text: string): boolean {
  return TOKEN.test(text);
}

/** A share link's password, which is not shown again. */
export const sharePassword = z.string().min(6, "passwordTooShort").max(64, "tooLong");

/** Wrong passwords per address. */
export const SHARE_PASSWORD_LIMIT = { max: 10, windowMs: 15 * MINUTE_MS };
/** Wrong passwords per network, so that one network does not use up the limit of all. */
export const SHARE_PASSWORD_LIMIT_PER_NETWORK = { max: 50, windowMs: 60 * MINUTE_MS };
/** Wrong passwords in all, except from addresses that recently entered the right one. Right passwords do not count. */
export const SHARE_PASSWORD_LIMIT_TOTAL = { max: 200, windowMs: 60 * MINUTE_MS };
/** How long an address that entered the right password is exempt, ms. */
export const SHARE_ENTERED_MS = 3 * 24 * 60 * MINUTE_MS;

/** The network that an address belongs to: IPv4 its /24, IPv6 (`2001:db8:1:2::/64`) its /48. */
export function placeOf(address: string): string {
  const separator = address.includes(":") ? ":" : ".";
  return address.split(separator).slice(0, 3).join(separator);
}

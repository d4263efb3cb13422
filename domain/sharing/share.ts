import { z } from "zod";
import { MINUTE_MS } from "../units/durations.ts";

/** How the token of a share session begins: it is none of a person. */
export const SHARE_SESSION_PREFIX = "hps_";
/** So long somebody who was let in by a link may look. */
export const SHARE_SESSION_MS = 24 * 3_600_000;

const TOKEN = /^[\w-]{24}$/;
/** 144 bits. */
export const SHARE_TOKEN_BYTES = 18;

/** Whether something has the form of a link's token. What has not is no link, and need not be looked for. */
export function isShareToken(text: string): boolean {
  return TOKEN.test(text);
}

/** Shown to nobody again. */
export const sharePassword = z.string().min(6, "passwordTooShort").max(64, "tooLong");

/** Wrong passwords from one address … */
export const SHARE_PASSWORD_LIMIT = { max: 10, windowMs: 15 * MINUTE_MS };
/** … from the addresses of one place together, so that no one place uses up what is meant for all, … */
export const SHARE_PASSWORD_LIMIT_PER_NETWORK = { max: 50, windowMs: 60 * MINUTE_MS };
/** … and from all of them, but for those from where it was entered rightly lately. Right ones do not count. */
export const SHARE_PASSWORD_LIMIT_TOTAL = { max: 200, windowMs: 60 * MINUTE_MS };
/** So long an address from where a link was entered rightly is none of them. */
export const SHARE_ENTERED_MS = 3 * 24 * 60 * MINUTE_MS;

/** The network that an address belongs to: IPv4 its /24, IPv6 (`2001:db8:1:2::/64`) its /48. */
export function placeOf(address: string): string {
  const separator = address.includes(":") ? ":" : ".";
  return address.split(separator).slice(0, 3).join(separator);
}

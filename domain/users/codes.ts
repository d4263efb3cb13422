import { z } from "zod";
import { DAY_MS, MINUTE_MS } from "../units/durations.ts";

/** Purposes of codes of six digits; a code is valid only for its purpose. */
export const CODE_PURPOSES = ["register", "oldEmail", "newEmail"] as const;
export type CodePurpose = (typeof CODE_PURPOSES)[number];

/** Purposes of links in e-mails. */
export const LINK_PURPOSES = ["activate", "resetPassword"] as const;
export type LinkPurpose = (typeof LINK_PURPOSES)[number];

/** Lifetime of a code, ms. The limits of codes follow the readings of the specification, "Passwords and codes". */
export const CODE_LIFETIME_MS = 10 * MINUTE_MS;
/** Maximum number of attempts to enter a code. */
export const MAX_CODE_ATTEMPTS = 5;
/** Minimum interval between two codes for one address, ms. */
export const CODE_RESEND_MS = MINUTE_MS;
/** Maximum number of codes for one address within `CODE_DAY_MS`. */
export const MAX_CODES_A_DAY = 10;
export const CODE_DAY_MS = DAY_MS;
export const CODE_DIGITS = 6;

/** Code as typed. A malformed code is reported like a wrong one. */
export const typedCode = z
  .string()
  .trim()
  .min(1, { error: "required", abort: true })
  .regex(/^\d{6}$/, "wrongCode");

/** Token of a link in an e-mail, as received. */
export const linkToken = z.string().trim().min(1, "required").max(100, "wrongLink");

/** Lifetime of a link in an e-mail, ms. */
export const LINK_LIFETIME_MS: Readonly<Record<LinkPurpose, number>> = {
  activate: DAY_MS,
  resetPassword: 30 * MINUTE_MS,
};
/** Minimum interval between two links of the same kind to one address, ms. */
export const LINK_RESEND_MS = MINUTE_MS;
/** Maximum number of links of a kind to one address within `LINK_DAY_MS`. */
export const MAX_LINKS_A_DAY = 10;
export const LINK_DAY_MS = DAY_MS;
/** Above `MAX_LINKS_A_DAY` a further link is sent only if no unused link of the user is newer than this, ms. */
export const LINK_SLOW_RESEND_MS = 30 * MINUTE_MS;
/** Time after which an account that was not activated is deleted, ms from the expiry of its last activation link. */
export const UNACTIVATED_MEMORY_MS = 7 * DAY_MS;

/** Time in which a subscription to news can be confirmed before its address is deleted, ms. */
export const SUBSCRIPTION_WAITS_MS = 3 * DAY_MS;

import { z } from "zod";
import { DAY_MS, MINUTE_MS } from "../units/durations.ts";

/** What a code of six digits is for; it opens nothing else. */
export const CODE_PURPOSES = ["register", "oldEmail", "newEmail"] as const;
export type CodePurpose = (typeof CODE_PURPOSES)[number];

/** What a link in an e-mail is for. */
export const LINK_PURPOSES = ["activate", "resetPassword"] as const;
export type LinkPurpose = (typeof LINK_PURPOSES)[number];

/** Readings, "Passwords and codes". */
export const CODE_LIFETIME_MS = 10 * MINUTE_MS;
export const MAX_CODE_ATTEMPTS = 5;
export const CODE_RESEND_MS = MINUTE_MS;
export const CODES_A_DAY = 10;
export const CODE_DAY_MS = DAY_MS;
export const CODE_DIGITS = 6;

/** A code as typed. An impossible code is reported like a wrong one. */
export const typedCode = z
  .string()
  .trim()
  .min(1, { error: "required", abort: true })
  .regex(/^\d{6}$/, "wrongCode");

/** A link's token as it came. */
export const linkToken = z.string().trim().min(1, "required").max(100, "wrongLink");

/** How long a link in an e-mail is good for. */
export const LINK_LIFETIME_MS: Readonly<Record<LinkPurpose, number>> = {
  activate: DAY_MS,
  resetPassword: 30 * MINUTE_MS,
};
/** Minimum interval between two links of the same kind to one address. */
export const LINK_RESEND_MS = MINUTE_MS;
/** Maximum number of links per day; beyond it only if none of this age is unused, so that one always is. */
export const LINKS_A_DAY = 10;
export const LINK_DAY_MS = DAY_MS;
export const LINK_SLOW_RESEND_MS = 30 * MINUTE_MS;
/** How long after its last activation link expired an account that was not activated is deleted. */
export const UNACTIVATED_MEMORY_MS = 7 * DAY_MS;

/** How long an address entered for news can be confirmed before it is deleted. */
export const SUBSCRIPTION_WAITS_MS = 3 * DAY_MS;

import { z } from "zod";

/** What a code of six digits is for; it opens nothing else. */
export const CODE_PURPOSES = ["register", "oldEmail", "newEmail"] as const;
export type CodePurpose = (typeof CODE_PURPOSES)[number];

/** What a link in an e-mail is for. */
export const LINK_PURPOSES = ["activate", "resetPassword"] as const;
export type LinkPurpose = (typeof LINK_PURPOSES)[number];

/** Readings, "Passwords and codes". */
export const CODE_LIFETIME_MS = 10 * 60_000;
export const CODE_TRIES = 5;
export const CODE_RESEND_MS = 60_000;
export const CODES_A_DAY = 10;
export const CODE_DAY_MS = 24 * 3_600_000;
export const CODE_DIGITS = 6;

/** A code as typed. What cannot be one is told like a wrong one. */
export const typedCode = z
  .string()
  .trim()
  .min(1, { error: "required", abort: true })
  .regex(/^\d{6}$/, "wrongCode");

/** A link's token as it came. */
export const linkToken = z.string().trim().min(1, "required").max(100, "wrongLink");

/** How long a link in an e-mail is good for. */
export const LINK_LIFETIME_MS: Readonly<Record<LinkPurpose, number>> = {
  activate: 24 * 3_600_000,
  resetPassword: 30 * 60_000,
};
/** Another link of the same kind goes to somebody this much later at the earliest … */
export const LINK_RESEND_MS = 60_000;
/** … and so many times in a day; after these only where none of this long is left unused, so that one always is. */
export const LINKS_A_DAY = 10;
export const LINK_DAY_MS = 24 * 3_600_000;
export const LINK_SLOW_RESEND_MS = 30 * 60_000;
/** An account that was not activated is forgotten this long after its last link to do so has ended. */
export const UNACTIVATED_MEMORY_MS = 7 * 24 * 3_600_000;

/** For so long an address that somebody typed for news can be confirmed; then it is forgotten. */
export const SUBSCRIPTION_WAITS_MS = 3 * 24 * 3_600_000;

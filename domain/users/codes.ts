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

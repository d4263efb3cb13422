/** Members of one site: each change of its status is written down for each of them. */
export const MAX_MEMBERS = 200;

/** Members of a site that one answer lists. */
export const MAX_LISTED_MEMBERS = 500;

/** Invitations and applications that wait at one site. */
export const MAX_PENDING = 500;

/** How long an invitation is valid. */
export const INVITATION_LIFETIME_MS = 30 * 86_400_000;

/** An accepted transfer of ownership takes effect this long after; until then the owner can withdraw it. */
export const TRANSFER_DELAY_MS = 72 * 3_600_000;

/** Maximum number of sites and users whose administrators change in one step. */
export const MAX_SITES_AT_ONCE = 100;
export const MAX_USERS_AT_ONCE = 20;

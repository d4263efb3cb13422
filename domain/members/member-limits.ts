import { DAY_MS, HOUR_MS } from "../units/durations.ts";

/** Maximum number of members of a site: each change of its status is stored for each of them. */
export const MAX_MEMBERS = 200;

/** Maximum number of members of a site that one answer lists. */
export const MAX_LISTED_MEMBERS = 500;

/** Maximum number of pending invitations and applications of a site. */
export const MAX_PENDING = 500;

/** Lifetime of an invitation, ms. */
export const INVITATION_LIFETIME_MS = 30 * DAY_MS;

/** Delay after which an accepted transfer of ownership takes effect, ms; until then the owner can withdraw it. */
export const TRANSFER_DELAY_MS = 72 * HOUR_MS;

/** Maximum number of sites at which administrators change in one step. */
export const MAX_SITES_AT_ONCE = 100;
/** Maximum number of administrators that change in one step. */
export const MAX_USERS_AT_ONCE = 20;

import { DAY_MS, HOUR_MS } from "../units/durations.ts";

/** Members of one site: each change of its status is written down for each of them. */
export const MAX_MEMBERS = 200;

/** Members of a site that one answer lists. */
export const MAX_LISTED_MEMBERS = 500;

/** Invitations and applications that wait at one site. */
export const MAX_PENDING = 500;

/** How long an invitation is valid. */
export const INVITATION_LIFETIME_MS = 30 * DAY_MS;

/** An accepted transfer of ownership takes effect this long after; until then the owner can withdraw it. */
export const TRANSFER_DELAY_MS = 72 * HOUR_MS;

/** Maximum number of sites and users whose administrators change in one step. */
export const MAX_SITES_AT_ONCE = 100;
export const MAX_USERS_AT_ONCE = 20;

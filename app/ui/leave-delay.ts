/** Where a sign-in has ended: time to read why before the login comes, ms (specification, section 9). */
export const LEAVE_AFTER_MS = 1_000;

/** Time to read why a session has ended before the login is shown, ms (specification, section 9). */
export const LEAVE_AFTER_MS = 1_000;

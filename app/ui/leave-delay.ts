import { SECOND_MS } from "#domain/units/durations.ts";

/** Time to read why a session has ended before the login is shown, ms (specification, section 9). */
export const LEAVE_AFTER_MS = SECOND_MS;

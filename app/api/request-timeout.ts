import { SECOND_MS } from "#domain/units/durations.ts";

/** Limit of every request of the browser to the portal, ms (specification, section 7). */
export const REQUEST_TIMEOUT_MS = 50 * SECOND_MS;

import { MINUTE_MS } from "../units/durations.ts";

/** Channels on which users and sites are notified. A webhook belongs to a site, the others to a user. */
export const CHANNELS = ["mail", "push", "webhook"] as const;
export type Channel = (typeof CHANNELS)[number];

/**
 * Kind of a notice. The site's object causes the first five; the portal causes the others, for a fault that is still
 * active and not acknowledged.
 */
export const NOTICE_KINDS = [
  "start",
  "end",
  "flapping",
  "worse",
  "summary",
  "repeat",
  "escalation",
] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

/** How a notification of one recipient ended. */
export const OUTCOMES = ["sent", "dropped"] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** Maximum number of repeats of a fault that is active and not acknowledged. */
export const MAX_REPEATS = 6;
/** Maximum number of escalation steps of a site. */
export const MAX_ESCALATION_STEPS = 3;
/** Maximum number of users of one escalation step. */
export const MAX_ESCALATION_USERS = 20;
/** Bounds of the delay of an escalation step, min. */
export const [MIN_ESCALATION_MINUTES, MAX_ESCALATION_MINUTES] = [1, 1440];
/** Notifications within this time of the first one are combined into one message, ms. */
export const GROUPING_MS = MINUTE_MS;
/** Time for which notices of a mass outage are held, ms. */
export const OUTAGE_HOLD_MS = 10 * MINUTE_MS;

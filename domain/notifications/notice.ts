import { MINUTE_MS } from "../units/durations.ts";

/** Channels on which users and sites are notified. A webhook belongs to a site, the others to a user. */
export const CHANNELS = ["mail", "push", "webhook"] as const;
export type Channel = (typeof CHANNELS)[number];

/**
 * Kinds of a notice that recipients get. The site's object causes the first five; the portal causes the others, for an
 * alarm that is still active and not acknowledged.
 */
export const SENT_KINDS = [
  "start",
  "end",
  "flapping",
  "worse",
  "summary",
  "repeat",
  "escalation",
] as const;
export type SentKind = (typeof SENT_KINDS)[number];

/**
 * Kind of a notice. `live` is an alarm that a backlog contained and that is still active at its end: the summary is its
 * message, but it is repeated, escalated and ended like any other.
 */
export type NoticeKind = SentKind | "live";

/**
 * How a notification of one recipient ended: sent, not sent, or the summary of a backlog was sent instead.
 */
export const OUTCOMES = ["sent", "dropped", "summarized"] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** Maximum number of alarms that the message after a backlog names. */
export const MAX_SUMMARY_ALARMS = 10;
/** Maximum number of suppressed alarms that the message about their cause names. */
export const MAX_SUPPRESSED_ALARMS = 5;
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
/** Minimum time between two pushes to one user about one site, ms. */
export const PUSH_INTERVAL_MS = MINUTE_MS;
/** Time for which each notice of a mass outage is held, ms. */
export const OUTAGE_HOLD_MS = 10 * MINUTE_MS;
/** Follow-ups of a site whose logger is offline are suppressed, and checked again after this time, ms. */
export const OFFLINE_RECHECK_MS = 5 * MINUTE_MS;

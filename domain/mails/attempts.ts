import { DAY_MS, HOUR_MS, MINUTE_MS } from "../units/durations.ts";
import { CODE_LIFETIME_MS, LINK_LIFETIME_MS, SUBSCRIPTION_WAITS_MS } from "../users/codes.ts";
import type { MailTemplate } from "./templates.ts";

/** Why an e-mail is given up: refused for ever, too many attempts, out of date, or its content cannot be written. */
export const MAIL_FAILURES = ["refused", "attempts", "late", "content"] as const;
export type MailFailure = (typeof MAIL_FAILURES)[number];

/** Maximum number of attempts; with the delays between them they span a day. */
export const MAX_ATTEMPTS = 17;
/** Maximum delay between two attempts before the random part, ms. */
const MAX_WAIT_MS = 150 * MINUTE_MS;

/** Time after which an e-mail is of no use any more, ms from its creation; without an entry there is no limit. */
const USEFUL_FOR: Partial<Record<string, number>> = {
  registerCode: CODE_LIFETIME_MS,
  oldEmailCode: CODE_LIFETIME_MS,
  newEmailCode: CODE_LIFETIME_MS,
  activate: LINK_LIFETIME_MS.activate,
  resetPassword: LINK_LIFETIME_MS.resetPassword,
  confirmSubscription: SUBSCRIPTION_WAITS_MS,
} satisfies Partial<Record<MailTemplate, number>>;

/** Returns the instant until which an e-mail is useful, ms UTC; infinity without a limit. */
export function usefulUntil(template: string, createdAt: number): number {
  return createdAt + (USEFUL_FOR[template] ?? Number.POSITIVE_INFINITY);
}

/**
 * Returns the delay before the next attempt, ms. It doubles with each attempt, up to 150 minutes and a tenth of the
 * time in which the e-mail is useful, and varies by up to a quarter.
 * @param attempts number of attempts so far, 1 or more
 * @param chance random number in [0, 1]
 */
export function retryDelay(template: string, attempts: number, chance: number): number {
  const longest = Math.min(MAX_WAIT_MS, (USEFUL_FOR[template] ?? Infinity) / 10);
  const wait = Math.min(MINUTE_MS * 2 ** (attempts - 1), longest);
  return Math.round(wait * (0.75 + chance / 2));
}

/** Templates of e-mails that other users can cause any number of times by their actions at a site. */
const OF_MEMBERS: readonly string[] = [
  "invitation",
  "applied",
  "approved",
  "removed",
  "handedOver",
  "transferPending",
  "transferWithdrawn",
  "tookOver",
  "limited",
  "limitedPlatform",
  "webhookDisabled",
] satisfies MailTemplate[];

/** Templates of e-mails about alarms. */
export const ALARM_TEMPLATES: readonly string[] = [
  "alarmStarted",
  "alarmEnded",
  "alarmFlapping",
  "alarmSummary",
  "alarmDigest",
  "alarmEscalated",
  "alarmOutage",
] satisfies MailTemplate[];

/** Templates of e-mails for which a user waits at a form: they are sent before all others. */
export const URGENT_TEMPLATES: readonly string[] = [
  "registerCode",
  "oldEmailCode",
  "newEmailCode",
  "activate",
  "resetPassword",
  "alreadyRegistered",
  "confirmSubscription",
  "alarmTest",
] satisfies MailTemplate[];

/** Budgets of the senders: those for which a user waits, alarms, and all others. */
export const MAIL_BUDGETS = ["urgent", "alarms", "others"] as const;
export type MailBudget = (typeof MAIL_BUDGETS)[number];

/** Returns the budget from which an e-mail is sent. */
export function budgetOf(template: string): MailBudget {
  if (URGENT_TEMPLATES.includes(template)) return "urgent";
  return ALARM_TEMPLATES.includes(template) ? "alarms" : "others";
}

/**
 * Returns the hourly limit under which an e-mail counts. E-mails caused by other users, and those about alarms, have
 * limits of their own, so that they do not delay codes and links.
 */
export function countedUnder(template: string): "members" | "account" | "alarms" {
  if (ALARM_TEMPLATES.includes(template)) return "alarms";
  return OF_MEMBERS.includes(template) ? "members" : "account";
}

/** Maximum number of e-mails to one address per hour under a limit; further ones wait. */
export const MAX_HOURLY_MAILS = 20;
/** Maximum number of alarm e-mails to one address per hour; a user gets at most one message a minute. */
export const MAX_HOURLY_ALARM_MAILS = 60;

/** Returns the hourly limit of an e-mail to one address. */
export function hourlyLimitOf(template: string): number {
  return countedUnder(template) === "alarms" ? MAX_HOURLY_ALARM_MAILS : MAX_HOURLY_MAILS;
}

/** Window of `MAX_HOURLY_MAILS`, ms. */
export const RATE_WINDOW_MS = HOUR_MS;

/** Time for which the record of a sent or failed e-mail is kept, without its content, ms. */
export const MAIL_KEPT_MS = 30 * DAY_MS;
/** Time for which a failed alarm e-mail is kept with its content, so that an operator can send it again, ms. */
export const REPLAYABLE_MS = 3 * DAY_MS;

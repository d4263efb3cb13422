import { MINUTE_MS } from "../units/durations.ts";
import { CODE_LIFETIME_MS, LINK_LIFETIME_MS, SUBSCRIPTION_WAITS_MS } from "../users/codes.ts";
import type { MailTemplate } from "./templates.ts";

/** Maximum number of attempts; with the delays between them they span a day. */
export const MAX_ATTEMPTS = 17;
const MAX_WAIT_MS = 150 * MINUTE_MS;

/** How long an e-mail is useful, ms after it was written. */
const USEFUL_FOR: Partial<Record<string, number>> = {
  registerCode: CODE_LIFETIME_MS,
  oldEmailCode: CODE_LIFETIME_MS,
  newEmailCode: CODE_LIFETIME_MS,
  activate: LINK_LIFETIME_MS.activate,
  resetPassword: LINK_LIFETIME_MS.resetPassword,
  confirmSubscription: SUBSCRIPTION_WAITS_MS,
} satisfies Partial<Record<MailTemplate, number>>;

/** Until when an e-mail is worth sending, ms UTC. */
export function usefulUntil(template: string, createdAt: number): number {
  return createdAt + (USEFUL_FOR[template] ?? Number.POSITIVE_INFINITY);
}

/**
 * How long to wait before the next attempt, ms: twice as long each time, a quarter more or less by chance, and never
 * more than a tenth of the time that the e-mail is of use.
 * @param attempts so far, one or more
 * @param chance in [0, 1]
 */
export function retryDelay(template: string, attempts: number, chance: number): number {
  const longest = Math.min(MAX_WAIT_MS, (USEFUL_FOR[template] ?? Infinity) / 10);
  const wait = Math.min(MINUTE_MS * 2 ** (attempts - 1), longest);
  return Math.round(wait * (0.75 + chance / 2));
}

/** What others cause by what they do at a site, as often as they like. */
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
] satisfies MailTemplate[];

/** Under what an e-mail counts by the hour: what others cause holds back no code and no link. */
export function countedUnder(template: string): "members" | "account" {
  return OF_MEMBERS.includes(template) ? "members" : "account";
}

/** What one address gets of either within an hour at most; more waits. */
export const HOURLY_MAILS = 20;
export const RATE_WINDOW_MS = 60 * MINUTE_MS;

/** How long the record that an e-mail was sent or given up is kept, without its content. */
export const MAIL_KEPT_MS = 30 * 24 * 60 * MINUTE_MS;

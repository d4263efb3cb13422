import { DAY_MS } from "../units/durations.ts";

/** Acts of operators that the audit log records, by area. */
export const AUDIT_ACTS = [
  "news.added",
  "news.changed",
  "news.deleted",
  "user.ruleChanged",
  "module.added",
  "module.imported",
  "module.removed",
  "subscriber.exported",
  "address.blocked",
  "address.unblocked",
  "feedback.stateChanged",
  "feedback.replied",
  "rules.changed",
  "delivery.replayed",
] as const;
export type AuditAct = (typeof AUDIT_ACTS)[number];

/** Areas of the acts, which filter the log. */
export const AUDIT_AREAS = [
  "news",
  "user",
  "module",
  "subscriber",
  "address",
  "feedback",
  "rules",
  "delivery",
] as const;
export type AuditArea = (typeof AUDIT_AREAS)[number];

/** Values of an act, such as the number and the title of a news item. */
export type AuditDetails = Readonly<Record<string, string | number | null>>;

/** Time for which an act is kept, ms. */
export const AUDIT_KEPT_MS = 2 * 365 * DAY_MS;

/** Lists the acts of an area. */
export function actsOf(area: AuditArea): AuditAct[] {
  return AUDIT_ACTS.filter((act) => act.startsWith(`${area}.`));
}

/**
 * Shortens an e-mail address for the log, which is kept longer than the address itself: `a…@example.org`. A domain stays.
 */
export function shortenAddress(address: string): string {
  const at = address.lastIndexOf("@");
  return at <= 0 ? address : `${[...address][0]}…${address.slice(at)}`;
}

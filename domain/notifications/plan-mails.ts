import type { EventLevel } from "../alarms/event.ts";
import { MINUTE_MS } from "../units/durations.ts";
import { endOfHolds } from "./mass-outage.ts";
import { GROUPING_MS, type SentKind } from "./notice.ts";
import type { NotificationPreferences } from "./preferences.ts";
import { endOfQuiet, isQuiet, nextTimeOfDay } from "./quiet-hours.ts";

/** A notification that waits for its message. Instants are ms UTC. */
export type Waiting = {
  id: number;
  siteId: number;
  kind: SentKind;
  level: EventLevel;
  createdAt: number;
  /** End of the hold of a mass outage; null without one. */
  heldUntil: number | null;
  /** Minimum time between two messages about the site, min. */
  emailInterval: number;
  /** Instant of the last message to the user about the site; null if there was none. */
  lastSentAt: number | null;
  /** Preferences of the user at the site. */
  preferences: Pick<
    NotificationPreferences,
    "quietHours" | "faultsThrough" | "digestAt" | "timeZone"
  >;
  /** Zone of the site, IANA name. */
  siteZone: string;
};

/** Kind of a message. */
export type MessageKind =
  | "started"
  | "ended"
  | "flapping"
  | "summary"
  | "digest"
  | "escalated"
  | "outage";

export type Plan = {
  /** Messages to send now, each with the notifications that it contains. */
  messages: { kind: MessageKind; ids: number[] }[];
  /** Notifications that wait until an instant, ms UTC. */
  postponed: { id: number; dueAt: number }[];
};

/** When a notification may be delivered, ms UTC, and whether it was deferred into a digest. */
export type Release = { at: number; isDeferred: boolean };

/**
 * Returns when a notification may be delivered, apart from grouping: after the hold of a mass outage, outside of quiet
 * hours and, for a daily digest, at its time. Faults pass unless the user chose otherwise; an escalation passes the
 * daily digest.
 */
export function releaseOf(waiting: Waiting, now: number): Release {
  const { createdAt, heldUntil, level, kind, preferences } = waiting;
  const { quietHours, faultsThrough, digestAt } = preferences;
  const timeZone = preferences.timeZone ?? waiting.siteZone;
  const begin = Math.max(createdAt, heldUntil ?? createdAt);
  const isFault = level === "fault";
  const isDigested = digestAt !== null && !isFault && kind !== "escalation";
  const ready = isDigested ? nextTimeOfDay(digestAt, timeZone, begin) : begin;
  if (quietHours === null || (isFault && faultsThrough))
    return { at: ready, isDeferred: isDigested };
  const isLate = isQuiet(quietHours, timeZone, ready);
  const at = isLate ? endOfQuiet(quietHours, timeZone, ready) : ready;
  // Quiet hours may begin while a notification waits for its group or for the interval.
  const current = Math.max(at, now);
  if (!isQuiet(quietHours, timeZone, current)) return { at, isDeferred: isDigested || isLate };
  return { at: endOfQuiet(quietHours, timeZone, current), isDeferred: true };
}

/**
 * Plans the e-mails of one user from all waiting notifications.
 *
 * A message about a site is due a minute after its first notification, and `emailInterval` after the last message about
 * the site. It contains all other sites of the user whose interval is over. An escalation waits for neither. Deferred
 * notifications form one digest when they are released, and those that a mass outage held form one message.
 */
export function planMails(waiting: readonly Waiting[], now: number): Plan {
  const plan: Plan = { messages: [], postponed: [] };
  const live: Waiting[] = [];
  const digest: Waiting[] = [];
  const outage: Waiting[] = [];
  const holds: number[] = [];
  for (const one of waiting) {
    const { at, isDeferred } = releaseOf(one, now);
    if (one.heldUntil !== null && !isDeferred) holds.push(one.heldUntil);
    if (at > now) plan.postponed.push({ id: one.id, dueAt: at });
    else if (isDeferred) digest.push(one);
    else if (one.heldUntil !== null) outage.push(one);
    else live.push(one);
  }
  planLive(live, plan, now);
  if (digest.length > 0) plan.messages.push({ kind: "digest", ids: idsOf(digest) });
  const outageAt = endOfHolds(holds);
  if (outageAt > now) plan.postponed.push(...outage.map(({ id }) => ({ id, dueAt: outageAt })));
  else if (outage.length > 0) plan.messages.push({ kind: "outage", ids: idsOf(outage) });
  return plan;
}

function planLive(live: readonly Waiting[], plan: Plan, now: number): void {
  const bySite = Map.groupBy(live, ({ siteId }) => siteId);
  const sites = [...bySite.values()].map((rows) => ({ rows, ...dueOf(rows) }));
  const isAnyDue = sites.some(({ dueAt }) => dueAt <= now);
  const included = sites.filter(({ freeAt }) => isAnyDue && freeAt <= now);
  for (const { rows, dueAt } of sites.filter((site) => !included.includes(site)))
    plan.postponed.push(...rows.map(({ id }) => ({ id, dueAt })));
  const rows = included.flatMap((site) => site.rows);
  if (rows.length > 0) plan.messages.push({ kind: kindOf(rows), ids: idsOf(rows) });
}

/** Returns when the interval of a site is over and when its message is due, ms UTC. */
function dueOf(rows: readonly Waiting[]): { freeAt: number; dueAt: number } {
  const first = Math.min(
    ...rows.map(({ createdAt, kind }) => createdAt + (isFollowUp(kind) ? 0 : GROUPING_MS)),
  );
  if (rows.some(({ kind }) => kind === "escalation"))
    return { freeAt: Number.NEGATIVE_INFINITY, dueAt: first };
  const freeAt = Math.max(
    ...rows.map(({ lastSentAt, emailInterval }) =>
      lastSentAt === null ? Number.NEGATIVE_INFINITY : lastSentAt + emailInterval * MINUTE_MS,
    ),
  );
  return { freeAt, dueAt: Math.max(first, freeAt) };
}

/** Whether a notification follows another one after a time, and so waits for no group. */
function isFollowUp(kind: SentKind): boolean {
  return kind === "repeat" || kind === "escalation";
}

/** Returns the kind of a message from its most important notification. */
function kindOf(rows: readonly Pick<Waiting, "kind">[]): MessageKind {
  const has = (...kinds: SentKind[]) => rows.some(({ kind }) => kinds.includes(kind));
  if (has("escalation")) return "escalated";
  if (has("start", "worse", "repeat")) return "started";
  if (has("flapping")) return "flapping";
  return has("summary") ? "summary" : "ended";
}

function idsOf(rows: readonly { id: number }[]): number[] {
  return rows.map(({ id }) => id);
}

import { dropUnsentOfPush } from "#database/notifications/drop-unsent.ts";
import {
  deleteOldPushes,
  fanOutPushes,
  postponePush,
  settlePush,
  type TakenPush,
  takeDuePushes,
} from "#database/push/push-deliveries.ts";
import { deleteGoneSubscription } from "#database/push/push-subscriptions.ts";
import { PUSH_LIFETIME_MS, pushRetryDelay } from "#domain/push/push-attempts.ts";
import { type PushValues, pushValues } from "#domain/push/push-values.ts";
import { restrictPush } from "#domain/push/restrict-push.ts";
import { MINUTE_MS, SECOND_MS } from "#domain/units/durations.ts";
import type { Context } from "../context.ts";
import type { PushOutcome } from "./push-provider.ts";
import { writePush } from "./write-push.ts";

export type PushContext = Pick<
  Context,
  "database" | "now" | "log" | "keys" | "randomBytes" | "push" | "alarmWords"
>;

/** Messages claimed at once. */
const TAKEN_AT_ONCE = 50;
/** Notifications turned into messages at once. */
const FANNED_OUT_AT_ONCE = 100;
/** Messages sent concurrently: a Worker has six connections. */
const SENT_AT_ONCE = 4;
/** Lease of claimed messages, ms, in case the sender is killed: longer than a turn and its last attempt. */
const LEASE_MS = 2 * MINUTE_MS;

/**
 * Sends due messages until an instant. Each is recorded as sent only after the push service has accepted it, so none is
 * lost; one whose record was lost is sent again with the same id, which the service worker shows once.
 * @param end instant after which no further message is begun, ms UTC
 */
export async function sendPushes(context: PushContext, end: number): Promise<void> {
  const { database, now } = context;
  await deleteOldPushes(database, now());
  while (now() < end) {
    const fannedOut = await fanOutPushes(database, { now: now(), limit: FANNED_OUT_AT_ONCE });
    const until = now() + LEASE_MS;
    const taken = await takeDuePushes(database, { now: now(), until, limit: TAKEN_AT_ONCE });
    if (taken.length === 0 && fannedOut < FANNED_OUT_AT_ONCE) return;
    await sendAll(context, taken, { until, end });
  }
}

type Turn = { until: number; end: number };

async function sendAll(
  context: PushContext,
  taken: readonly TakenPush[],
  turn: Turn,
): Promise<void> {
  const waiting = [...taken];
  const carry = async () => {
    for (let push = waiting.shift(); push !== undefined; push = waiting.shift()) {
      if (context.now() < turn.end) await sendOne(context, push, turn.until);
      else await release(context, push, turn.until);
    }
  };
  const outcomes = await Promise.allSettled(Array.from({ length: SENT_AT_ONCE }, carry));
  for (const outcome of outcomes) if (outcome.status === "rejected") throw outcome.reason;
}

async function release({ database, now }: PushContext, { id }: TakenPush, takenUntil: number) {
  await postponePush(database, id, { takenUntil, dueAt: now(), untried: true });
}

/** Sends one message and stores the result. */
async function sendOne(context: PushContext, push: TakenPush, until: number): Promise<void> {
  const { database, log, now } = context;
  const giveUp = async (reason: string) => {
    log.error(`a push message was given up: ${push.id}, attempt ${push.attempts}`, reason);
    await settlePush(database, push.id, { sent: false, now: now() });
  };
  const stored = readValues(push.values);
  if (stored === null) return giveUp("it cannot be read");
  const leftMs = push.createdAt + PUSH_LIFETIME_MS - now();
  if (leftMs < SECOND_MS) return giveUp("too late");
  // The user has left the sites, does not receive their alarms or turned pushes off, or they were deleted.
  const values = restrictPush(stored, push.sites);
  if (values === null) {
    await settlePush(database, push.id, { sent: false, now: now() });
    return dropLost(context, push);
  }
  // The browser subscribed under another secret of the deployment, with which nothing can be sent.
  if (push.vapidKey !== context.push.publicKey)
    return deleteGoneSubscription(database, push.subscriptionId, push.auth);
  const outcome = await deliver(context, push, values, leftMs);
  switch (outcome.kind) {
    case "sent":
      if (countAlarms(values) < countAlarms(stored)) await dropLost(context, push);
      return settlePush(database, push.id, { sent: true, now: now() });
    case "gone":
      return deleteGoneSubscription(database, push.subscriptionId, push.auth);
    case "refused":
      return giveUp(`status ${outcome.status}`);
    case "later":
      return postpone(context, push, until, outcome);
  }
}

/** Records which notifications of a push message are not sent, so that no end follows them. */
async function dropLost(
  { database, now }: PushContext,
  { id, userId, cause, createdAt, sites }: TakenPush,
): Promise<void> {
  const accessible = JSON.stringify(
    sites.map(({ id: siteId, receives, unannounced }) => ({ siteId, receives, unannounced })),
  );
  await dropUnsentOfPush(database, { id, userId, cause, createdAt, accessible }, now());
}

function countAlarms(values: PushValues): number {
  return "counts" in values ? values.counts.reduce((sum, { count }) => sum + count, 0) : 1;
}

function deliver(
  context: PushContext,
  { userId, language, sites, cause, createdAt, endpoint, p256dh, auth }: TakenPush,
  values: PushValues,
  leftMs: number,
): Promise<PushOutcome> {
  const names = new Map(sites.map(({ id, name }) => [id, name]));
  const reader = { userId, language, sites: names };
  return context.push.send({
    target: { endpoint, p256dh, auth },
    ttl: Math.floor(leftMs / SECOND_MS),
    ...writePush(context, values, reader, { cause, createdAt }),
  });
}

async function postpone(
  { database, log, now, randomBytes }: PushContext,
  { id, attempts }: TakenPush,
  takenUntil: number,
  { status, retryAfter }: Extract<PushOutcome, { kind: "later" }>,
): Promise<void> {
  log.info("a push message is sent again later", { id, attempts, status: status ?? 0 });
  const chance = (randomBytes(1)[0] ?? 0) / 255;
  const dueAt = now() + pushRetryDelay(attempts, chance, retryAfter);
  await postponePush(database, id, { takenUntil, dueAt, untried: false });
}

function readValues(text: string): PushValues | null {
  try {
    return pushValues.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

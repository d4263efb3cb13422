import {
  deleteOldDeliveries,
  releaseDeliveries,
  takeDueDeliveries,
} from "#database/webhooks/webhook-deliveries.ts";
import { findReadyWebhooks, queueWebhooks } from "#database/webhooks/webhook-queue.ts";
import { MINUTE_MS } from "#domain/units/durations.ts";
import { attemptDelivery, type WebhookContext } from "./attempt-delivery.ts";
import { writeWebhookBody } from "./webhook-body.ts";

/** Deliveries claimed at once. */
const TAKEN_AT_ONCE = 20;
/** Notifications turned into deliveries at once. */
const QUEUED_AT_ONCE = 50;
/** Deliveries attempted concurrently: a Worker has six connections. */
const SENT_AT_ONCE = 4;
/** Lease of claimed deliveries, ms, in case the sender is killed: longer than a turn and its last attempt. */
const LEASE_MS = 2 * MINUTE_MS;

/**
 * Attempts due deliveries until an instant. A delivery is recorded only after the receiver has accepted it; one whose
 * record was lost is repeated with the same `webhook-id`, by which the receiver recognizes it.
 * @param end instant after which no further attempt is begun, ms UTC
 */
export async function sendWebhooks(context: WebhookContext, end: number): Promise<void> {
  const { database, now } = context;
  await deleteOldDeliveries(database, now());
  const failed = new Set<number>();
  while (now() < end) {
    const queued = await queueReady(context);
    const until = now() + LEASE_MS;
    const taken = await takeDueDeliveries(database, {
      now: now(),
      until,
      limit: TAKEN_AT_ONCE,
      except: [...failed],
    });
    if (taken.length === 0 && queued < QUEUED_AT_ONCE) return;
    const waiting = [...taken];
    const carry = async () => {
      while (now() < end) {
        const delivery = waiting.shift();
        if (delivery === undefined) return;
        const outcome = await attemptDelivery(context, delivery, until);
        // The others of this webhook wait for the next turn, so that they delay no other webhook.
        if (outcome.kind === "failed" && outcome.fault !== "late") failed.add(delivery.webhookId);
      }
    };
    const outcomes = await Promise.allSettled(Array.from({ length: SENT_AT_ONCE }, carry));
    if (waiting.length > 0)
      await releaseDeliveries(
        database,
        waiting.map(({ id }) => id),
        until,
      );
    for (const outcome of outcomes) if (outcome.status === "rejected") throw outcome.reason;
  }
}

/** Turns notifications that may be sent into deliveries. Returns their number. */
async function queueReady({ database, log, now }: WebhookContext): Promise<number> {
  const ready = await findReadyWebhooks(database, { now: now(), limit: QUEUED_AT_ONCE });
  if (ready.length === 0) return 0;
  const queued = ready.map((notification) => {
    const { id, siteId, key } = notification;
    // It can only be unreadable after an incompatible change of the format, and must not stop the others.
    const written = readable(() => writeWebhookBody(notification));
    if (written === null)
      log.error("a webhook notification cannot be written", `notification ${id}`);
    return { id, siteId, key: `${siteId}:${key}`, ...(written ?? { type: "", body: "" }) };
  });
  await queueWebhooks(database, queued, now());
  return ready.length;
}

function readable<Result>(read: () => Result): Result | null {
  try {
    return read();
  } catch {
    return null;
  }
}

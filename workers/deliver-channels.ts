import { SECOND_MS } from "#domain/units/durations.ts";
import type { Context } from "#operations/context.ts";
import { sendPushes } from "#operations/push/send-pushes.ts";
import { sendWebhooks } from "#operations/webhooks/send-webhooks.ts";

/** Time after which a turn begins no further attempt, ms. */
const TURN_MS = 40 * SECOND_MS;
/** The same for a turn of the queue consumer, which the next batch of events waits for. */
const SHORT_TURN_MS = 4 * SECOND_MS;

/**
 * Sends the pushes and webhooks that are due. A failure of one does not stop the other, and is only logged: what was not
 * sent is due again in the next turn.
 */
export async function deliverChannels(
  context: Context,
  turn: "scheduled" | "events" = "scheduled",
): Promise<void> {
  const end = context.now() + (turn === "events" ? SHORT_TURN_MS : TURN_MS);
  const [pushes, webhooks] = await Promise.allSettled([
    sendPushes(context, end),
    sendWebhooks(context, end),
  ]);
  if (pushes.status === "rejected") context.log.error("pushes were not sent", pushes.reason);
  if (webhooks.status === "rejected") context.log.error("webhooks were not sent", webhooks.reason);
}

import { z } from "zod";
import { listDeliveries, readDeliveries } from "#database/webhooks/webhook-deliveries.ts";
import { addTestDelivery } from "#database/webhooks/webhook-queue.ts";
import { Problem } from "#domain/problem.ts";
import { HOUR_MS, MINUTE_MS } from "#domain/units/durations.ts";
import { toBase64Url } from "#protocol/base64url.ts";
import { onSite } from "../access.ts";
import { enforceRateLimit } from "../enforce-rate-limit.ts";
import { operation } from "../operation.ts";
import { siteInput } from "../site-input.ts";
import { attemptDelivery } from "./attempt-delivery.ts";
import { writeTestBody } from "./webhook-body.ts";
import { WEBHOOK_FAULTS } from "./webhook-provider.ts";

/** Limit of test deliveries of a site. */
const TEST_LIMIT = { max: 20, windowMs: HOUR_MS };
/** Time for which no other sender takes a test delivery, ms. */
const CLAIM_MS = MINUTE_MS;
/** Random part of the key of a test delivery, bytes. */
const KEY_BYTES = 12;

const status = z.int().nullable().describe("HTTP status of the last answer; null without one");
const fault = z.enum(WEBHOOK_FAULTS).nullable().describe("Why the last attempt failed");

export const testWebhook = operation({
  path: "POST /site/v2/webhook/test",
  description: {
    summary:
      "Sends a test event to the webhook of a site at once, also if it is disabled, and returns the result",
    output: z.object({ delivered: z.boolean(), status, fault }),
    example: { input: { id: 12 }, output: { delivered: true, status: 204, fault: null } },
  },
  input: siteInput({}),
  access: onSite("editWebhook"),
  async run({ context, site }) {
    const { database, now, randomBytes } = context;
    await enforceRateLimit(context, ["webhookTest", site.id], TEST_LIMIT);
    const takenUntil = now() + CLAIM_MS;
    const key = `${site.id}:test:${toBase64Url(randomBytes(KEY_BYTES))}`;
    const event = { siteId: site.id, key, ...writeTestBody(site.id, now()) };
    const id = await addTestDelivery(database, event, { now: now(), until: takenUntil });
    const [delivery] = id === undefined ? [] : await readDeliveries(database, [id]);
    if (delivery === undefined) throw new Problem("notFound");
    const outcome = await attemptDelivery(context, delivery, takenUntil);
    return outcome.kind === "delivered"
      ? { delivered: true, status: outcome.status, fault: null }
      : { delivered: false, status: outcome.status, fault: outcome.fault };
  },
});

const delivery = z.object({
  id: z.string().describe("Value of the header `webhook-id`"),
  type: z.string(),
  createTime: z.int(),
  attempts: z.int(),
  lastAttemptTime: z.int().nullable(),
  nextAttemptTime: z.int().nullable().describe("Null once it is delivered or given up"),
  status,
  fault,
  durationMs: z
    .int()
    .nullable()
    .describe("Duration of the last attempt, ms; null before it, or if nothing was sent"),
  state: z.enum(["pending", "delivered", "failed"]),
});

export const listWebhookDeliveries = operation({
  path: "POST /site/v2/webhook/deliveries",
  writes: false,
  description: {
    summary: "Lists the last 50 deliveries of a site's webhook, newest first",
    output: z.object({ list: z.array(delivery) }),
    example: {
      input: { id: 12 },
      output: {
        list: [
          {
            id: "12:41:start",
            type: "alarm.start",
            createTime: 1_790_000_000_000,
            attempts: 1,
            lastAttemptTime: 1_790_000_001_000,
            nextAttemptTime: null,
            status: 204,
            fault: null,
            durationMs: 84,
            state: "delivered",
          },
        ],
      },
    },
  },
  input: siteInput({}),
  access: onSite("editWebhook"),
  async run({ context, site }) {
    const rows = await listDeliveries(context.database, site.id, context.now());
    const list = rows.map((row) => ({
      id: row.key,
      type: row.type,
      createTime: row.createdAt,
      attempts: row.attempts,
      lastAttemptTime: row.attemptedAt,
      nextAttemptTime: stateOf(row) === "pending" ? row.dueAt : null,
      status: row.status,
      fault: WEBHOOK_FAULTS.find((known) => known === row.fault) ?? null,
      durationMs: row.durationMs,
      state: stateOf(row),
    }));
    return { list };
  },
});

function stateOf({
  deliveredAt,
  failedAt,
}: {
  deliveredAt: number | null;
  failedAt: number | null;
}) {
  if (deliveredAt !== null) return "delivered" as const;
  return failedAt === null ? ("pending" as const) : ("failed" as const);
}

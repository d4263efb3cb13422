import { z } from "zod";
import { readDelivery, replayMails } from "#database/mails/delivery.ts";
import { countDelivery, DELIVERY_STATES, listDelivery } from "#database/mails/delivery-log.ts";
import { recordAct } from "#database/platform/audit-log.ts";
import {
  countReplayableDeliveries,
  findReplayableDeliveries,
  MAX_REPLAYED_DELIVERIES,
  requeueDeliveries,
} from "#database/webhooks/webhook-replay.ts";
import { chunk } from "#domain/chunk.ts";
import { CHANNELS } from "#domain/notifications/notice.ts";
import { pageQuery } from "#domain/sites/site-list.ts";
import { HOUR_MS } from "#domain/units/durations.ts";
import { signedIn } from "../access.ts";
import type { Context } from "../context.ts";
import { operation } from "../operation.ts";
import { writeWebhookBody } from "../webhooks/webhook-body.ts";

const MAX_REPLAYED = MAX_REPLAYED_DELIVERIES;
/** Webhook deliveries that one statement queues again. */
const REQUEUED_AT_ONCE = 100;
const instant = z.int().describe("ms UTC");
const number = z.int().min(0);
const channel = z.enum(CHANNELS);

/** Periods of the history; their parts begin at full hours. */
const PERIODS = {
  day: { stepMs: HOUR_MS, parts: 24 },
  week: { stepMs: 6 * HOUR_MS, parts: 28 },
} as const;

export const summarizeDelivery = operation({
  path: "POST /site/v2/alarm/delivery/summary",
  description: {
    summary:
      "Returns how many e-mails and notifications wait, were sent and failed. For operators only",
    output: z.object({
      waiting: z.object({
        urgent: number.describe("Codes and links for which users wait"),
        alarms: number,
        others: number,
      }),
      retried: number.describe("Waiting e-mails that were refused at least once"),
      oldestWaitingAt: instant.nullable(),
      sentLastHour: number,
      sentLastDay: number,
      failed: number,
      replayable: number.describe("Failed alarm e-mails that can be sent again"),
      replayableWebhooks: number.describe(
        "Failed deliveries of enabled webhooks that can be sent again",
      ),
      notifications: z
        .partialRecord(channel, number)
        .describe("Notifications that are not yet a delivery, as in quiet hours"),
      channels: z
        .record(
          channel,
          z.object({
            waiting: number,
            sent: number.describe("In the last 24 hours"),
            failed: number.describe("In the last 24 hours"),
          }),
        )
        .describe("Deliveries of each channel"),
    }),
    example: {
      input: {},
      output: {
        waiting: { urgent: 0, alarms: 12, others: 1 },
        retried: 2,
        oldestWaitingAt: 1_790_000_000_000,
        sentLastHour: 90,
        sentLastDay: 1_204,
        failed: 3,
        replayable: 1,
        replayableWebhooks: 4,
        notifications: { mail: 12 },
        channels: {
          mail: { waiting: 13, sent: 1_204, failed: 1 },
          push: { waiting: 0, sent: 310, failed: 0 },
          webhook: { waiting: 2, sent: 57, failed: 4 },
        },
      },
    },
  },
  input: z.object({}),
  access: signedIn("manageDelivery"),
  writes: false,
  async run({ context: { database, now } }) {
    const [counts, replayableWebhooks] = await Promise.all([
      readDelivery(database, now()),
      countReplayableDeliveries(database, now()),
    ]);
    return { ...counts, replayableWebhooks };
  },
});

export const pageDelivery = operation({
  path: "POST /site/v2/alarm/delivery/page",
  description: {
    summary:
      "Returns one page of the deliveries of a channel in a state, newest first, without recipients, sites and content. For operators only",
    output: z.object({
      total: number,
      rows: z.array(
        z.object({
          id: z.int(),
          template: z
            .string()
            .describe("Template of an e-mail, type of a webhook, `push.alarm` or `push.test`"),
          createdAt: instant,
          attempts: number,
          dueAt: instant,
          sentAt: instant.nullable(),
          failedAt: instant.nullable(),
          status: z.int().nullable().describe("HTTP status of a webhook's last answer"),
          fault: z.string().nullable().describe("Why the last attempt of a webhook failed"),
          isReplayable: z.boolean(),
        }),
      ),
    }),
    example: {
      input: { state: "failed", page: 1, size: 20 },
      output: {
        total: 1,
        rows: [
          {
            id: 812,
            template: "alarmStarted",
            createdAt: 1_790_000_000_000,
            attempts: 17,
            dueAt: 1_790_259_200_000,
            sentAt: null,
            failedAt: 1_790_086_400_000,
            status: null,
            fault: null,
            isReplayable: true,
          },
        ],
      },
    },
  },
  input: pageQuery.extend({ state: z.enum(DELIVERY_STATES), channel: channel.default("mail") }),
  access: signedIn("manageDelivery"),
  writes: false,
  async run({ input: { state, channel, page, size }, context: { database } }) {
    const window = { limit: size, offset: (page - 1) * size };
    return listDelivery(database, { channel, state }, window);
  },
});

export const readDeliveryHistory = operation({
  path: "POST /site/v2/alarm/delivery/history",
  description: {
    summary:
      "Returns how many deliveries of a channel were sent and failed in each hour of a day, or in each quarter of the days of a week. For operators only",
    output: z.object({
      stepMs: number.describe("Length of a part, ms"),
      bars: z.array(z.object({ from: instant, sent: number, failed: number })),
    }),
    example: {
      input: { channel: "mail", period: "day" },
      output: { stepMs: HOUR_MS, bars: [{ from: 1_790_000_000_000, sent: 90, failed: 1 }] },
    },
  },
  input: z.object({ channel, period: z.enum(["day", "week"]) }),
  access: signedIn("manageDelivery"),
  writes: false,
  async run({ input: { channel, period }, context: { database, now } }) {
    const { stepMs, parts } = PERIODS[period];
    const until = Math.ceil(now() / HOUR_MS) * HOUR_MS;
    const bars = await countDelivery(database, channel, { until, stepMs, parts });
    return { stepMs, bars };
  },
});

export const replayDelivery = operation({
  path: "POST /site/v2/alarm/delivery/replay",
  description: {
    summary:
      "Sends failed deliveries again, those named or all, at most 500 webhook deliveries at once: e-mails for three days, webhook deliveries for 30, no pushes. Returns their number. For operators only",
    output: z.object({ replayed: number }),
    example: { input: { channel: "mail", ids: [812] }, output: { replayed: 1 } },
  },
  input: z.object({
    channel: z.enum(["mail", "webhook"]).default("mail"),
    ids: z.array(z.int().min(1)).min(1).max(MAX_REPLAYED, "tooMany").optional(),
  }),
  access: signedIn("manageDelivery"),
  async run({ input: { channel, ids = null }, context, caller }) {
    const { database, now } = context;
    const replayed =
      channel === "mail"
        ? await replayMails(database, ids, now())
        : await replayWebhooks(context, ids);
    if (replayed > 0)
      await recordAct(database, {
        at: now(),
        by: caller.person.id,
        act: "delivery.replayed",
        details: { channel, count: replayed },
      });
    return { replayed };
  },
});

/** Queues failed webhook deliveries again, with the content of their notifications; returns their number. */
async function replayWebhooks(
  { database, log, now }: Pick<Context, "database" | "log" | "now">,
  ids: readonly number[] | null,
): Promise<number> {
  const found = await findReplayableDeliveries(database, ids, now());
  const written = found.flatMap((delivery) => {
    try {
      return { id: delivery.id, body: writeWebhookBody(delivery).body };
    } catch (error) {
      // It can only be unreadable after an incompatible change of the format, and must not stop the others.
      log.error("a webhook delivery cannot be written again", error);
      return [];
    }
  });
  let replayed = 0;
  for (const some of chunk(written, REQUEUED_AT_ONCE))
    replayed += await requeueDeliveries(database, some, now());
  return replayed;
}

import { z } from "zod";
import {
  DELIVERY_STATES,
  listDelivery,
  readDelivery,
  replayMails,
} from "#database/mails/delivery.ts";
import { pageQuery } from "#domain/sites/site-list.ts";
import { signedIn } from "../access.ts";
import { operation } from "../operation.ts";

const MAX_REPLAYED = 500;
const instant = z.int().describe("ms UTC");
const number = z.int().min(0);

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
      notifications: z.partialRecord(z.enum(["mail", "push", "webhook"]), number),
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
        notifications: { mail: 12 },
      },
    },
  },
  input: z.object({}),
  access: signedIn("manageDelivery"),
  writes: false,
  run: ({ context: { database, now } }) => readDelivery(database, now()),
});

export const pageDelivery = operation({
  path: "POST /site/v2/alarm/delivery/page",
  description: {
    summary:
      "Returns one page of the e-mails in a state, newest first, without recipients and content. For operators only",
    output: z.object({
      total: number,
      rows: z.array(
        z.object({
          id: z.int(),
          template: z.string(),
          createdAt: instant,
          attempts: number,
          dueAt: instant,
          sentAt: instant.nullable(),
          failedAt: instant.nullable(),
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
            isReplayable: true,
          },
        ],
      },
    },
  },
  input: pageQuery.extend({ state: z.enum(DELIVERY_STATES) }),
  access: signedIn("manageDelivery"),
  writes: false,
  async run({ input: { state, page, size }, context: { database } }) {
    return listDelivery(database, state, { limit: size, offset: (page - 1) * size });
  },
});

export const replayDelivery = operation({
  path: "POST /site/v2/alarm/delivery/replay",
  description: {
    summary:
      "Sends failed alarm e-mails again: those named, or all of the last three days. Returns their number. For operators only",
    output: z.object({ replayed: number }),
    example: { input: { ids: [812] }, output: { replayed: 1 } },
  },
  input: z.object({ ids: z.array(z.int().min(1)).min(1).max(MAX_REPLAYED, "tooMany").optional() }),
  access: signedIn("manageDelivery"),
  async run({ input: { ids }, context: { database, now } }) {
    return { replayed: await replayMails(database, ids ?? null, now()) };
  },
});

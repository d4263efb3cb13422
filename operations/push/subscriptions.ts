import { z } from "zod";
import { queuePush } from "#database/push/push-deliveries.ts";
import {
  listSubscriptions,
  removeSubscription,
  saveSubscription,
} from "#database/push/push-subscriptions.ts";
import { Problem } from "#domain/problem.ts";
import { MAX_ENDPOINT } from "#domain/push/push-service.ts";
import { HOUR_MS, SECOND_MS } from "#domain/units/durations.ts";
import { fromBase64Url, toBase64Url } from "#protocol/base64url.ts";
import { signedIn } from "../access.ts";
import type { Context, SignedIn } from "../context.ts";
import { enforceRateLimit } from "../enforce-rate-limit.ts";
import { operation } from "../operation.ts";
import { sendPushes } from "./send-pushes.ts";

/** Length of an uncompressed point of P-256 and of the secret of a subscription, bytes (RFC 8291). */
const POINT_BYTES = 65;
const AUTH_BYTES = 16;
/** First byte of an uncompressed point. */
const UNCOMPRESSED = 0x04;
/** Limit of test messages of a user. */
const TEST_LIMIT = { max: 20, windowMs: HOUR_MS };
/** Time that a test message may take, ms. */
const TEST_MS = 10 * SECOND_MS;
/** Random part of the cause of a test message, bytes. */
const CAUSE_BYTES = 12;

const bytesOf = (isValid: (bytes: Uint8Array) => boolean) =>
  z
    .string()
    .max(100)
    .refine((text) => {
      const bytes = fromBase64Url(text);
      return bytes !== null && isValid(bytes);
    }, "wrongValue");

const subscription = z.object({
  endpoint: z
    .string()
    .max(MAX_ENDPOINT)
    .describe("Address at the browser's push service; only those of known vendors are accepted"),
  keys: z.object({
    p256dh: bytesOf((bytes) => bytes.length === POINT_BYTES && bytes[0] === UNCOMPRESSED).describe(
      "Public key of the browser, base64url",
    ),
    auth: bytesOf((bytes) => bytes.length === AUTH_BYTES).describe("Shared secret, base64url"),
  }),
});

const EXAMPLE = {
  endpoint: "https://fcm.googleapis.com/fcm/send/dQw4w9WgXcQ:APA91bExample",
  keys: {
    p256dh:
      "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    auth: "BTBZMqHH6r4Tts7J_aSIgg",
  },
};

export const getPushKey = operation({
  path: "POST /user/v2/push/key",
  writes: false,
  description: {
    summary: "Returns the portal's public key, with which a browser subscribes to push messages",
    output: z.object({ publicKey: z.string().describe("base64url") }),
    example: {
      input: {},
      output: {
        publicKey:
          "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8",
      },
    },
  },
  input: z.object({}),
  access: signedIn("editAccount"),
  run: async ({ context }) => ({ publicKey: context.push.publicKey }),
});

export const subscribePush = operation({
  path: "POST /user/v2/push/subscribe",
  description: {
    summary:
      "Sends alarms to the caller's browser until it unsubscribes, the session is ended, or its push service no longer knows it. At most ten browsers; a further one replaces the oldest",
    output: z.object({ id: z.int() }),
    example: { input: EXAMPLE, output: { id: 5 } },
  },
  input: subscription,
  access: signedIn("editAccount"),
  async run({ input: { endpoint, keys }, context, caller }) {
    const { database, now, push } = context;
    if (push.vendorOf(endpoint) === null)
      throw new Problem("invalid", { fields: { endpoint: "pushService" } });
    const id = await saveSubscription(database, {
      userId: caller.person.id,
      endpoint,
      ...keys,
      vapidKey: push.publicKey,
      sessionId: caller.session,
      createdAt: now(),
    });
    // The session has just ended, or another user has the address with other keys.
    if (id === undefined) throw new Problem("conflict");
    return { id };
  },
});

export const unsubscribePush = operation({
  path: "POST /user/v2/push/unsubscribe",
  description: {
    summary: "Ends the push messages to one of the caller's browsers",
    output: z.null(),
    example: { input: { id: 5 }, output: null },
  },
  input: z.object({ id: z.int().min(1) }),
  access: signedIn("editAccount"),
  async run({ input, context, caller }) {
    if (!(await removeSubscription(context.database, caller.person.id, input)))
      throw new Problem("notFound");
    return null;
  },
});

const listed = z.object({
  id: z.int(),
  endpoint: z.string().describe("By which a browser finds its own entry"),
  vendor: z.string().describe("Vendor of the push service"),
  client: z.string().nullable().describe("Browser and operating system, if known"),
  createTime: z.int(),
  lastSendTime: z.int().nullable().describe("When a message was last sent; null if never"),
  current: z.boolean().describe("Whether the session of this call subscribed"),
});

export const listPush = operation({
  path: "POST /user/v2/push/list",
  writes: false,
  description: {
    summary: "Lists the caller's browsers that receive push messages, newest first",
    output: z.object({ list: z.array(listed) }),
    example: {
      input: {},
      output: {
        list: [
          {
            id: 5,
            endpoint: EXAMPLE.endpoint,
            vendor: "Google",
            client: "Chrome, Android",
            createTime: 1_790_000_000_000,
            lastSendTime: 1_790_003_600_000,
            current: true,
          },
        ],
      },
    },
  },
  input: z.object({}),
  access: signedIn("editAccount"),
  async run({ context, caller }) {
    const rows = await listSubscriptions(context.database, caller.person.id);
    const list = rows.map(({ id, endpoint, client, createdAt, lastSentAt, sessionId }) => ({
      id,
      endpoint,
      vendor: context.push.vendorOf(endpoint) ?? "",
      client,
      createTime: createdAt,
      lastSendTime: lastSentAt,
      current: sessionId === caller.session,
    }));
    return { list };
  },
});

export const testPush = operation({
  path: "POST /user/v2/push/test",
  description: {
    summary:
      "Sends a test message to one of the caller's browsers, and returns whether its push service has accepted it. `gone` means that the browser has to subscribe again",
    output: z.object({ outcome: z.enum(["sent", "later", "gone"]) }),
    example: { input: { id: 5 }, output: { outcome: "sent" } },
  },
  input: z.object({ id: z.int().min(1) }),
  access: signedIn("editAccount"),
  async run({ input: { id }, context, caller }) {
    const { database, now, randomBytes } = context;
    if (!(await isOwn(context, caller, id))) throw new Problem("notFound");
    await enforceRateLimit(context, ["pushTest", caller.person.id], TEST_LIMIT);
    await queuePush(database, {
      subscriptionId: id,
      cause: `test:${toBase64Url(randomBytes(CAUSE_BYTES))}`,
      values: JSON.stringify({ kind: "test" }),
      now: now(),
    });
    const before = now();
    await sendPushes(context, before + TEST_MS);
    const subscriptions = await listSubscriptions(database, caller.person.id);
    const tested = subscriptions.find((one) => one.id === id);
    if (tested === undefined) return { outcome: "gone" as const };
    const isSent = tested.lastSentAt !== null && tested.lastSentAt >= before;
    return { outcome: isSent ? ("sent" as const) : ("later" as const) };
  },
});

async function isOwn({ database }: Context, { person }: SignedIn, id: number): Promise<boolean> {
  const subscriptions = await listSubscriptions(database, person.id);
  return subscriptions.some((one) => one.id === id);
}

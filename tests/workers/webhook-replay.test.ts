import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { findReplayableDeliveries, requeueDeliveries } from "#database/webhooks/webhook-replay.ts";
import { saveWebhook } from "#database/webhooks/webhooks.ts";
import { DAY_MS, MINUTE_MS } from "#domain/units/durations.ts";
import { DELIVERY_KEPT_MS, WEBHOOK_LIFETIME_MS } from "#domain/webhooks/webhook-attempts.ts";
import type { Context } from "#operations/context.ts";
import { sendWebhooks } from "#operations/webhooks/send-webhooks.ts";
import { newWebhookSecret } from "#operations/webhooks/webhook-secret.ts";
import { createWebhookProvider } from "#workers/webhooks/create-webhook-provider.ts";
import { callAs, type DataOf, signIn } from "../support/call-api.ts";
import { addReadyNotification, clearNotifications } from "../support/ready-notifications.ts";
import { restoreUsers } from "../support/restore-users.ts";
import { ALPHA } from "../support/seed-users.ts";
import { testContext } from "../support/test-context.ts";
import { WebhookReceiver } from "../support/webhook-receiver.ts";

const ADDRESS = "https://alpha.example.org/hook";
const PATH = "/site/v2/alarm/delivery";
let clock = testContext(0);
let receiver = new WebhookReceiver("");
let isBroken = true;
let operator = "";

beforeEach(async () => {
  await restoreUsers();
  await clearNotifications();
  await env.DB.exec("update users set type = 9 where account = 'stranger@example.org'");
  operator = await signIn("stranger");
  // The deliveries are given up two days before the operator's call.
  clock = testContext(Date.now() - 3 * DAY_MS);
  isBroken = true;
  const { secret, sealedSecret } = newWebhookSecret(clock, ALPHA);
  receiver = new WebhookReceiver(secret);
  const acting = { siteId: ALPHA, by: 1, now: clock.now() };
  await saveWebhook(clock.database, acting, { url: ADDRESS, sealedSecret });
});

function context(): Context {
  const webhooks = createWebhookProvider({
    portalOrigin: "https://portal.helioport.app",
    localReceivers: [],
    now: clock.now,
    resolve: async () => ["93.184.215.14"],
    fetch: async (address, init) =>
      isBroken ? new Response(null, { status: 500 }) : receiver.receive(address, init),
  });
  const quiet = () => undefined;
  return { ...clock, webhooks, log: { info: quiet, error: quiet } };
}

const send = () => sendWebhooks(context(), clock.now() + MINUTE_MS);

/** Sends what the operator's calls, which have the time of the machine, queued again. */
async function sendReplayed(): Promise<void> {
  clock.turn(Math.max(0, Date.now() - clock.now()));
  await send();
}

/** Notifications whose deliveries are given up after a day. */
async function giveUp(...keys: string[]): Promise<void> {
  for (const key of keys)
    await addReadyNotification({ channel: "webhook", siteId: ALPHA, key, now: clock.now() });
  await send();
  clock.turn(WEBHOOK_LIFETIME_MS);
  for (const _ of keys) await send();
  clock.turn(Date.now() - clock.now());
}

async function ask<Path extends "summary" | "page" | "replay">(path: Path, input: object = {}) {
  const { body } = await callAs(operator, `${PATH}/${path}`, input);
  return body.data as DataOf<`${typeof PATH}/${Path}`>;
}

const listFailed = async () =>
  (await ask("page", { channel: "webhook", state: "failed", page: 1, size: 20 })).rows;

test("a delivery that was given up is sent again with the same id and content", async () => {
  await giveUp("41:start", "42:start");
  expect(await ask("summary")).toMatchObject({ replayable: 0, replayableWebhooks: 2 });
  const failed = await listFailed();
  expect(failed.map(({ isReplayable }) => isReplayable)).toEqual([true, true]);
  isBroken = false;
  const id = failed.at(-1)?.id;
  expect(await ask("replay", { channel: "webhook", ids: [id] })).toEqual({ replayed: 1 });
  expect(await ask("replay", { channel: "webhook", ids: [id] })).toEqual({ replayed: 0 });
  await sendReplayed();
  const [delivery, ...others] = receiver.received;
  expect(others).toEqual([]);
  expect(delivery).toMatchObject({
    id: `${ALPHA}:41:start`,
    body: { type: "alarm.start", data: { site: { id: ALPHA }, alarm: { level: "fault" } } },
  });
  expect(await ask("replay", { channel: "webhook" })).toEqual({ replayed: 1 });
  await sendReplayed();
  expect(receiver.received.map(({ id }) => id)).toEqual([`${ALPHA}:41:start`, `${ALPHA}:42:start`]);
  expect(await listFailed()).toEqual([]);
});

test("a delivery that is sent again has all of its attempts once more", async () => {
  await giveUp("41:start");
  expect(await ask("replay", { channel: "webhook" })).toEqual({ replayed: 1 });
  await sendReplayed();
  expect(await listFailed()).toEqual([]);
  isBroken = false;
  clock.turn(2 * MINUTE_MS);
  await send();
  expect(receiver.received).toHaveLength(1);
});

test("deliveries of a disabled webhook, without their notification, and e-mails by this name stay", async () => {
  await giveUp("41:start", "42:start");
  await env.DB.exec("delete from notices where key = '42:start'");
  expect((await listFailed()).map(({ isReplayable }) => isReplayable)).toEqual([false, true]);
  await env.DB.exec("update webhooks set disabled_at = 1");
  expect(await ask("summary")).toMatchObject({ replayableWebhooks: 0 });
  expect(await ask("replay", { channel: "webhook" })).toEqual({ replayed: 0 });
  await env.DB.exec("update webhooks set disabled_at = null");
  expect(await ask("replay")).toEqual({ replayed: 0 });
  await env.DB.exec(`update webhook_deliveries set due_at = due_at - ${DELIVERY_KEPT_MS}`);
  expect(await ask("replay", { channel: "webhook" })).toEqual({ replayed: 0 });
});

test("a delivery is not queued again if its webhook is disabled between its search and its queueing", async () => {
  await giveUp("41:start");
  const { database } = clock;
  const [found] = await findReplayableDeliveries(database, null, clock.now());
  await env.DB.exec("update webhooks set disabled_at = 1");
  const written = [{ id: found?.id ?? 0, body: "{}" }];
  expect(await requeueDeliveries(database, written, clock.now())).toBe(0);
  await env.DB.exec("update webhooks set disabled_at = null");
  expect(await requeueDeliveries(database, written, clock.now())).toBe(1);
});

test("pushes cannot be sent again", async () => {
  const { status } = await callAs(operator, `${PATH}/replay`, { channel: "push" });
  expect(status).toBe(422);
});

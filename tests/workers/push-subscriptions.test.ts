import { createMessageBatch } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterAll, beforeEach, expect, test } from "vitest";
import { endUnusedSessions } from "#database/auth/sessions.ts";
import { queuePush } from "#database/push/push-deliveries.ts";
import type { OutgoingPush, PushOutcome } from "#operations/push/push-provider.ts";
import { consumeQueue } from "#workers/queue.ts";
import { contextOf } from "#workers/services.ts";
import { alarmEvent } from "../support/alarm-event.ts";
import { callAs, type DataOf, signInOnly } from "../support/call-api.ts";
import { clearNotifications } from "../support/ready-notifications.ts";
import { restoreUsers } from "../support/restore-users.ts";
import { ALPHA, database, PASSWORD } from "../support/seed-users.ts";

const KEYS = {
  p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
  auth: "BTBZMqHH6r4Tts7J_aSIgg",
};
const endpointOf = (name: string) => `https://fcm.googleapis.com/fcm/send/${name}`;

const { push } = contextOf(env);
afterAll(() => {
  contextOf(env).push = push;
});

let session = "";
let sent: OutgoingPush[] = [];
let outcome: PushOutcome = { kind: "sent" };

beforeEach(async () => {
  await restoreUsers();
  await clearNotifications();
  [sent, outcome] = [[], { kind: "sent" }];
  const context = contextOf(env);
  context.push = {
    ...context.push,
    async send(push) {
      sent.push(push);
      return outcome;
    },
  };
  session = await signInOnly("owner");
});

const subscribe = (token: string, name: string) =>
  callAs(token, "/user/v2/push/subscribe", { endpoint: endpointOf(name), keys: KEYS });
async function list(token = session) {
  const { body } = await callAs(token, "/user/v2/push/list", {});
  return (body.data as DataOf<"/user/v2/push/list">).list;
}
const stored = async () =>
  (await env.DB.prepare("select endpoint from push_subscriptions order by id").all()).results.map(
    ({ endpoint }) => String(endpoint).replace(endpointOf(""), ""),
  );

test("a browser subscribes, is listed, and is tested with one call", async () => {
  const { body } = await callAs(session, "/user/v2/push/key", {});
  expect(body.data).toEqual({ publicKey: contextOf(env).push.publicKey });
  const { body: made } = await subscribe(session, "a");
  const { id } = made.data as { id: number };
  expect(await list()).toMatchObject([
    { id, vendor: "Google", current: true, endpoint: endpointOf("a") },
  ]);
  const tested = await callAs(session, "/user/v2/push/test", { id });
  expect(tested.body.data).toEqual({ outcome: "sent" });
  expect(sent).toHaveLength(1);
  expect(JSON.parse(sent[0]?.payload ?? "")).toMatchObject({
    title: "Helioport",
    body: "This browser receives notifications of alarms.",
  });
  outcome = { kind: "later", status: 503, retryAfter: 0 };
  expect((await callAs(session, "/user/v2/push/test", { id })).body.data).toEqual({
    outcome: "later",
  });
  outcome = { kind: "gone" };
  expect((await callAs(session, "/user/v2/push/test", { id })).body.data).toEqual({
    outcome: "gone",
  });
  expect(await stored()).toEqual([]);
  expect((await callAs(session, "/user/v2/push/test", { id })).status).toBe(404);
});

test("other addresses and unusable keys are refused", async () => {
  const refused = async (more: object) => {
    const input = { endpoint: endpointOf("a"), keys: KEYS, ...more };
    return (await callAs(session, "/user/v2/push/subscribe", input)).body.data;
  };
  expect(await refused({ endpoint: "https://169.254.169.254/" })).toEqual({
    fields: { endpoint: "pushService" },
  });
  expect(await refused({ endpoint: "http://localhost:8787/" })).toEqual({
    fields: { endpoint: "pushService" },
  });
  const short = { ...KEYS, auth: "AAAA" };
  expect(await refused({ keys: short })).toEqual({ fields: { "keys.auth": "wrongValue" } });
  expect(await stored()).toEqual([]);
});

test("another user takes over a browser with its keys, and nothing with its address alone", async () => {
  const other = await signInOnly("full");
  await subscribe(session, "a");
  const keys = { ...KEYS, auth: KEYS.auth.replace("BT", "CT") };
  const stolen = await callAs(other, "/user/v2/push/subscribe", {
    endpoint: endpointOf("a"),
    keys,
  });
  expect(stolen.status).toBe(409);
  expect(await list()).toHaveLength(1);
  expect(await list(other)).toEqual([]);
  expect((await subscribe(other, "a")).status).toBe(200);
  expect(await list()).toEqual([]);
  expect(await list(other)).toHaveLength(1);
});

test("a sign-out ends the browser's messages, those of other sessions stay", async () => {
  const other = await signInOnly("owner");
  await subscribe(session, "a");
  await subscribe(other, "b");
  await callAs(session, "/auth/v2/logout", {});
  expect(await stored()).toEqual(["b"]);
});

test("a session that was ended from elsewhere, or by a new password, gets nothing any more", async () => {
  const stolen = await signInOnly("owner");
  await subscribe(stolen, "a");
  await subscribe(session, "b");
  const { body } = await callAs(session, "/user/v2/session/list", {});
  const sessions = (body.data as DataOf<"/user/v2/session/list">).list;
  const id = sessions.find(({ current }) => !current)?.id;
  await callAs(session, "/user/v2/session/delete", { id, confirm: { password: PASSWORD } });
  expect(await stored()).toEqual(["b"]);
  const expired = await signInOnly("owner");
  await subscribe(expired, "c");
  await env.DB.exec(
    "update sessions set last_used_at = 1 where id = (select session_id from push_subscriptions where endpoint like '%/c')",
  );
  await endUnusedSessions(database, Date.now());
  // It only was not used: alarms still arrive.
  expect(await stored()).toEqual(["b", "c"]);
  await env.DB.exec(
    "update users set password_hash = password_hash || '.' where account = 'owner@example.org'",
  );
  expect(await stored()).toEqual(["b"]);
  await env.DB.exec(
    "update users set password_hash = rtrim(password_hash, '.') where account = 'owner@example.org'",
  );
});

test("a browser that another user takes over loses the messages that waited for the first", async () => {
  const { body } = await subscribe(session, "a");
  const { id } = body.data as { id: number };
  const waiting = { subscriptionId: id, cause: "1:2:start", values: "{}", now: Date.now() };
  await queuePush(database, waiting);
  const monitor = await signInOnly("monitor");
  await subscribe(monitor, "a");
  expect(await list()).toEqual([]);
  expect(await list(monitor)).toHaveLength(1);
  const { results } = await env.DB.prepare("select * from push_deliveries").all();
  expect(results).toEqual([]);
});

test("a browser that subscribes again keeps its entry, with new keys", async () => {
  await subscribe(session, "a");
  const [before] = await list();
  const keys = { ...KEYS, auth: "AAAAAAAAAAAAAAAAAAAAAA" };
  await callAs(session, "/user/v2/push/subscribe", { endpoint: endpointOf("a"), keys });
  const [after] = await list();
  expect(after?.id).toBe(before?.id);
  const auth = await env.DB.prepare("select auth from push_subscriptions").first("auth");
  expect(auth).toBe(keys.auth);
});

test("the eleventh browser replaces the oldest", async () => {
  for (let number = 0; number < 12; number += 1) await subscribe(session, `n${number}`);
  expect(await stored()).toEqual(Array.from({ length: 10 }, (_, place) => `n${place + 2}`));
});

test("the queue consumer sends a push before it ends, and a repeated event sends no second one", async () => {
  await subscribe(session, "a");
  await env.DB.exec("update memberships set receives_alarms = 1");
  await env.DB.exec("update users set activated_at = 1 where account = 'owner@example.org'");
  const event = {
    ...alarmEvent(ALPHA, 41, 1),
    notice: { key: "41:start", step: "start", emailInterval: 60 },
  };
  const message = { id: "m", timestamp: new Date(), attempts: 1, body: event };
  for (const _ of [1, 2])
    await consumeQueue(createMessageBatch("helioport-site-events", [message]), env);
  expect(sent.map(({ target }) => target.endpoint)).toEqual([endpointOf("a")]);
  expect(JSON.parse(sent[0]?.payload ?? "")).toMatchObject({ title: "\u2068Alpha roof\u2069" });
});

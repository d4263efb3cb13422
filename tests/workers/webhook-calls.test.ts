import { env } from "cloudflare:workers";
import { afterAll, beforeEach, expect, test } from "vitest";
import type { WebhookOutcome } from "#operations/webhooks/webhook-provider.ts";
import { contextOf } from "#workers/services.ts";
import { callAs, type DataOf, signIn } from "../support/call-api.ts";
import { clearNotifications } from "../support/ready-notifications.ts";
import { restoreUsers } from "../support/restore-users.ts";
import { ALPHA } from "../support/seed-users.ts";
import { WebhookReceiver } from "../support/webhook-receiver.ts";

const { webhooks } = contextOf(env);
afterAll(() => {
  contextOf(env).webhooks = webhooks;
});

const URL = "https://hooks.example.org/helioport";
const id = ALPHA;

let session = "";
let receiver = new WebhookReceiver("");
let outcome: WebhookOutcome | null = null;

beforeEach(async () => {
  await restoreUsers();
  await clearNotifications();
  [receiver, outcome] = [new WebhookReceiver(""), null];
  const context = contextOf(env);
  context.webhooks = {
    ...context.webhooks,
    async send({ url, headers, body }) {
      if (outcome !== null) return outcome;
      try {
        const { status } = await receiver.receive(url, { method: "POST", headers, body });
        return { kind: "delivered", status };
      } catch {
        return { kind: "failed", status: null, fault: "connection", retryAfter: 0 };
      }
    },
  };
  session = await signIn("owner");
});

const call = (name: string, more: object = {}, token = session) =>
  callAs(token, `/site/v2/webhook/${name}`, { id, ...more });
const secretOf = async (answer: ReturnType<typeof call>) =>
  ((await answer).body.data as { secret: string }).secret;

test("the secret is returned once, is sealed in the database, and signs a test", async () => {
  expect((await call("get")).body.data).toBeUndefined();
  expect((await call("test")).status).toBe(404);
  receiver.secret = await secretOf(call("update", { url: URL }));
  expect(receiver.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect((await call("test")).body.data).toEqual({ delivered: true, status: 204, fault: null });
  expect(receiver.received[0]?.body).toMatchObject({
    type: "webhook.test",
    data: { site: { id: ALPHA } },
  });
  const { results } = await env.DB.prepare("select * from webhooks").all();
  expect(JSON.stringify(results)).not.toContain(receiver.secret.slice(6));
  expect(JSON.stringify((await call("get")).body)).not.toContain("whsec");
  const moved = await call("update", { url: "https://other.example.org/" });
  expect(moved.body.data).toEqual({ secret: null });
  expect((await call("test")).body.data).toMatchObject({ delivered: true });
});

test("a rotation returns a new secret; both sign for a day", async () => {
  const first = await secretOf(call("update", { url: URL }));
  const second = await secretOf(call("rotate"));
  expect(second).not.toBe(first);
  for (const secret of [first, second]) {
    receiver.secret = secret;
    expect((await call("test")).body.data).toMatchObject({ delivered: true });
  }
  const { body } = await call("get");
  const { previousSecretUntil } = body.data as NonNullable<DataOf<"/site/v2/webhook/get">>;
  expect(previousSecretUntil).toBeGreaterThan(Date.now() + 86_000_000);
  await env.DB.exec("update webhooks set previous_until = 1");
  receiver.secret = first;
  expect((await call("test")).body.data).toMatchObject({ delivered: false });
});

test("an address inside of a network is refused with its reason", async () => {
  for (const [url, key] of [
    ["https://10.0.0.1/", "webhookPrivate"],
    ["http://example.org/", "webhookHttps"],
    ["https://user@example.org/", "webhookAddress"],
    ["https://localhost:9/", "webhookAddress"],
  ]) {
    const { status, body } = await call("update", { url });
    expect([status, body.data]).toEqual([422, { fields: { url: key } }]);
  }
});

test("the log lists deliveries with their results and without their content", async () => {
  receiver.secret = await secretOf(call("update", { url: URL }));
  await call("test");
  outcome = { kind: "failed", status: null, fault: "timeout", retryAfter: 0 };
  expect((await call("test")).body.data).toEqual({
    delivered: false,
    status: null,
    fault: "timeout",
  });
  const { list } = (await call("deliveries")).body.data as DataOf<"/site/v2/webhook/deliveries">;
  expect(list).toMatchObject([
    { type: "webhook.test", state: "failed", fault: "timeout", status: null, attempts: 1 },
    { type: "webhook.test", state: "delivered", fault: null, status: 204, attempts: 1 },
  ]);
  for (const { durationMs } of list) expect(durationMs).toBeGreaterThanOrEqual(0);
});

test("tests are limited by site", async () => {
  receiver.secret = await secretOf(call("update", { url: URL }));
  const statuses: number[] = [];
  for (let number = 0; number < 21; number += 1) statuses.push((await call("test")).status);
  expect(statuses).toEqual([...Array(20).fill(200), 429]);
});

test("the journal records who set, rotated and deleted it", async () => {
  await env.DB.exec("delete from journal_outbox");
  await call("update", { url: URL });
  await call("rotate");
  await call("delete");
  expect((await call("delete")).status).toBe(404);
  const { results } = await env.DB.prepare(
    "select what, details from journal_outbox order by id",
  ).all();
  const whats = results.map(({ what }) => what);
  // The journal may have been delivered to the site already.
  expect(["site.webhookSet", "site.webhookSecretReplaced", "site.webhookDeleted"]).toEqual(
    expect.arrayContaining(whats),
  );
  expect(JSON.stringify(results)).not.toContain("whsec");
});

import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { findWebhook, saveWebhook } from "#database/webhooks/webhooks.ts";
import type { Context } from "#operations/context.ts";
import { sendWebhooks } from "#operations/webhooks/send-webhooks.ts";
import { newWebhookSecret } from "#operations/webhooks/webhook-secret.ts";
import { seededRandom } from "#simulator/random.ts";
import { createWebhookProvider } from "#workers/webhooks/create-webhook-provider.ts";
import { resolveHost } from "#workers/webhooks/resolve-host.ts";
import fixture from "../fixtures/webhook-addresses.json";
import { dyingContext } from "../support/dying-context.ts";
import { readMails } from "../support/read-mails.ts";
import { addReadyNotification, clearNotifications } from "../support/ready-notifications.ts";
import { restoreUsers } from "../support/restore-users.ts";
import { ALPHA, BETA } from "../support/seed-users.ts";
import { Chance } from "../support/seeded-chance.ts";
import { testContext } from "../support/test-context.ts";
import { WebhookReceiver } from "../support/webhook-receiver.ts";

const BEGIN = Date.UTC(2026, 10, 24, 12);
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
const URL_OF: Record<number, string> = {
  [ALPHA]: "https://alpha.example.org/hook",
  [BETA]: "https://beta.example.org/",
};
const PUBLIC = ["93.184.215.14", "2606:4700:4700::1111"];

let owner = 0;
let receivers: Record<string, WebhookReceiver> = {};
let addresses: Record<string, readonly string[]> = {};
let logged: string[] = [];
let clock = testContext(BEGIN);

beforeEach(async () => {
  await restoreUsers();
  await clearNotifications();
  owner = Number(
    await env.DB.prepare("select id from users where account = 'owner@example.org'").first("id"),
  );
  [receivers, addresses, logged, clock] = [{}, {}, [], testContext(BEGIN)];
});

function context(): Context {
  const webhooks = createWebhookProvider({
    portalOrigin: "https://portal.helioport.app",
    localReceivers: [],
    now: clock.now,
    resolve: async (name) => addresses[name] ?? PUBLIC,
    fetch: async (address, init) => {
      const receiver = receivers[address];
      if (receiver === undefined) throw new Error(`nothing is at ${address}`);
      return receiver.receive(address, init);
    },
  });
  const write = (event: string, detail: unknown) =>
    logged.push(`${event} ${JSON.stringify(detail)}`);
  return { ...clock, webhooks, log: { info: write, error: write } };
}

async function open(siteId: number, url = URL_OF[siteId] ?? ""): Promise<WebhookReceiver> {
  const { secret, sealedSecret } = newWebhookSecret(clock, siteId);
  const acting = { siteId, by: owner, now: clock.now() };
  await saveWebhook(clock.database, acting, { url, sealedSecret });
  const receiver = new WebhookReceiver(secret);
  receivers[url] = receiver;
  return receiver;
}

const turn = (ms = 0) => {
  clock.turn(ms);
  return sendWebhooks(context(), clock.now() + MINUTE_MS);
};
const notify = (key: string, more: object = {}) =>
  addReadyNotification({ channel: "webhook", siteId: ALPHA, key, now: clock.now(), ...more });
const read = async (query: string) =>
  (await env.DB.prepare(query).all<Record<string, unknown>>()).results;

test("a receiver gets the alarm, signed, with the key of the notification as its id", async () => {
  const receiver = await open(ALPHA);
  await notify("41:start", { alarm: { logId: 41, acknowledgedById: 5 } });
  await turn();
  const [delivery, ...more] = receiver.received;
  expect(more).toEqual([]);
  expect(delivery).toMatchObject({
    id: `${ALPHA}:41:start`,
    timestamp: BEGIN / 1000,
    body: {
      type: "alarm.start",
      timestamp: new Date(BEGIN).toISOString(),
      data: { site: { id: ALPHA, name: "Alpha roof" }, alarm: { logId: 41, level: "fault" } },
    },
  });
  expect(JSON.stringify(delivery?.body)).not.toMatch(/acknowledged/);
  const init = receiver.requests[0]?.init;
  expect([init?.method, init?.redirect]).toEqual(["POST", "manual"]);
  expect(await read("select outcome from notifications")).toEqual([{ outcome: "sent" }]);
  expect(await read("select body, status from webhook_deliveries")).toEqual([
    { body: "", status: 204 },
  ]);
});

test("notifications of a site without a webhook, or with a disabled one, are settled and sent nowhere", async () => {
  await notify("a", { siteId: BETA });
  const receiver = await open(ALPHA);
  await env.DB.exec("update webhooks set disabled_at = 1");
  await notify("b");
  await turn();
  expect(receiver.requests).toEqual([]);
  expect(await read("select count(*) n from notifications where settled_at is null")).toEqual([
    { n: 0 },
  ]);
});

test("a failed delivery is repeated with the same id for a day, and then given up", async () => {
  const receiver = await open(ALPHA);
  receiver.answer = () => ({ status: 500 });
  await notify("a");
  const times: number[] = [];
  for (let due = BEGIN; due < BEGIN + 25 * HOUR_MS; ) {
    await turn(due - clock.now() - 1);
    expect(receiver.requests).toHaveLength(times.length);
    await turn(1);
    times.push(Math.floor((due - BEGIN) / MINUTE_MS));
    due = Number((await read("select due_at from webhook_deliveries"))[0]?.due_at);
  }
  expect(times).toHaveLength(10);
  // After a minute, five and fifteen, each up to a tenth earlier.
  expect(times[3]).toBeGreaterThan(17);
  expect(times[3]).toBeLessThan(22);
  const ids = receiver.requests.map(({ init }) => new Headers(init.headers).get("webhook-id"));
  expect(new Set(ids).size).toBe(1);
  const [row] = await read("select * from webhook_deliveries");
  expect(row).toMatchObject({ attempts: 10, status: 500, fault: "status", body: "" });
  expect(row?.failed_at).not.toBeNull();
  expect(logged.join()).not.toMatch(/example\.org|Alpha|whsec/);
}, 60_000);

test("each failure has its name in the log; redirects are not followed", async () => {
  const receiver = await open(ALPHA);
  const failures = [
    [{ status: 302, headers: { Location: "http://127.0.0.1/" } }, "redirect", 302],
    [{ status: 404 }, "status", 404],
    ["silent", "timeout", null],
    ["unreachable", "connection", null],
  ] as const;
  for (const [answer, fault, status] of failures) {
    receiver.answer = () => answer;
    await env.DB.exec("update webhooks set failing_since = null");
    await notify(fault);
    await turn();
    const [row] = await read(
      `select fault, status from webhook_deliveries where "key" = '${ALPHA}:${fault}'`,
    );
    expect(row).toEqual({ fault, status });
    clock.turn(DAY_MS);
    await env.DB.exec("delete from webhook_deliveries");
  }
});

test("Retry-After is respected", async () => {
  const receiver = await open(ALPHA);
  receiver.answer = () => ({ status: 429, headers: { "Retry-After": "7200" } });
  await notify("a");
  await turn();
  await turn(119 * MINUTE_MS);
  expect(receiver.requests).toHaveLength(1);
  await turn(MINUTE_MS);
  expect(receiver.requests).toHaveLength(2);
});

test("after five days without success the webhook is disabled, and the owner is notified once", async () => {
  const receiver = await open(ALPHA);
  receiver.answer = () => "unreachable";
  for (let hour = 0; hour < 5 * 24; hour += 6) {
    await notify(`a${hour}`);
    await turn(hour === 0 ? 0 : 6 * HOUR_MS);
  }
  const before = await findWebhook(clock.database, ALPHA);
  expect(before).toMatchObject({ failingSince: BEGIN, disabledAt: null });
  await notify("last");
  await turn(6 * HOUR_MS);
  await turn(HOUR_MS);
  const after = await findWebhook(clock.database, ALPHA);
  expect(after).toMatchObject({ disabledReason: "failing" });
  const mails = await readMails("owner@example.org");
  expect(mails.map(({ template }) => template)).toEqual(["webhookDisabled"]);
  expect(await read("select count(*) n from webhook_deliveries where failed_at is null")).toEqual([
    { n: 0 },
  ]);
  receiver.answer = () => ({ status: 204 });
  const reopened = await open(ALPHA);
  await notify("again");
  await turn();
  // The secret stayed the same.
  reopened.secret = receiver.secret;
  expect(await findWebhook(clock.database, ALPHA)).toMatchObject({ disabledAt: null });
}, 60_000);

test("a success in between begins the five days anew", async () => {
  const receiver = await open(ALPHA);
  for (let day = 0; day < 9; day += 1) {
    receiver.answer = () => (day === 4 ? { status: 200 } : { status: 500 });
    await notify(`d${day}`);
    await turn();
    await env.DB.exec("delete from webhook_deliveries where delivered_at is null");
    clock.turn(DAY_MS);
  }
  expect(await findWebhook(clock.database, ALPHA)).toMatchObject({
    failingSince: BEGIN + 5 * DAY_MS,
    disabledAt: null,
  });
});

test("a receiver that answers 410 is disabled at once", async () => {
  const receiver = await open(ALPHA);
  receiver.answer = () => ({ status: 410 });
  await notify("a");
  await turn();
  expect(await findWebhook(clock.database, ALPHA)).toMatchObject({ disabledReason: "gone" });
  expect(await readMails("owner@example.org")).toHaveLength(1);
});

test("a name that resolves to one private address is not called", async () => {
  for (const [index, [name, resolved]] of fixture.resolved.entries()) {
    const url = `https://${String(name)}/`;
    addresses[String(name)] = resolved as string[];
    const receiver = await open(ALPHA, url);
    await notify(`r${index}`);
    await turn();
    expect(receiver.requests, url).toEqual([]);
    const [row] = await read(
      `select fault from webhook_deliveries where "key" = '${ALPHA}:r${index}'`,
    );
    expect(row?.fault, url).toBe(resolved?.length === 0 ? "name" : "private");
    await env.DB.exec("update webhooks set failing_since = null");
    await env.DB.exec("delete from webhook_deliveries");
  }
});

test("an address that was stored before a rule was stricter is not called either", async () => {
  const all = Object.values(fixture.refused).flat();
  let called = 0;
  const provider = createWebhookProvider({
    portalOrigin: "https://portal.helioport.app",
    localReceivers: [],
    now: clock.now,
    resolve: async () => PUBLIC,
    fetch: async () => {
      called += 1;
      return new Response();
    },
  });
  for (const url of all)
    expect(await provider.send({ url, headers: {}, body: "" }), url).toMatchObject({
      kind: "failed",
    });
  expect(called).toBe(0);
});

test("a host name is resolved over HTTPS, both kinds of addresses, whatever else is in the answer", async () => {
  const asked: string[] = [];
  const answers: Record<string, object> = {
    A: {
      Status: 0,
      Answer: [
        { type: 5, data: "other.example.org." },
        { type: 1, data: "93.184.215.14" },
      ],
    },
    AAAA: { Status: 0 },
  };
  const found = await resolveHost("example.org", async (address) => {
    asked.push(address);
    const type = new URL(address).searchParams.get("type") ?? "";
    return Response.json(answers[type]);
  });
  expect(found).toEqual(["93.184.215.14"]);
  expect(asked).toHaveLength(2);
  const failing = resolveHost("example.org", async () => Response.json({ Status: 2 }));
  await expect(failing).rejects.toThrow();
  const down = resolveHost("example.org", async () => new Response(null, { status: 503 }));
  await expect(down).rejects.toThrow();
});

test("a delivery of a deleted site waits, and is given up if the site is restored too late", async () => {
  const receiver = await open(ALPHA);
  await notify("a");
  await env.DB.prepare("update sites set deleted_at = 1 where id = ?").bind(ALPHA).run();
  await turn();
  expect(receiver.requests).toEqual([]);
  await env.DB.prepare("update sites set deleted_at = null where id = ?").bind(ALPHA).run();
  await turn(DAY_MS);
  expect(receiver.requests).toEqual([]);
  expect(await read("select fault from webhook_deliveries")).toEqual([{ fault: "late" }]);
});

test("a failing webhook delays no other", async () => {
  const [slow, quick] = [await open(ALPHA), await open(BETA)];
  slow.answer = () => "silent";
  await notify("first");
  await turn();
  for (let number = 0; number < 30; number += 1) await notify(`a${number}`);
  for (let number = 0; number < 12; number += 1) await notify(`b${number}`, { siteId: BETA });
  const before = slow.requests.length;
  await turn(MINUTE_MS);
  expect(quick.received).toHaveLength(12);
  expect(slow.requests.length - before).toBeLessThan(8);
});

test("killed before or after any statement, every delivery arrives, and copies have the same id", async () => {
  for (let step = 0; step < 12; step += 1)
    for (const when of ["before", "after"] as const) {
      await clearNotifications();
      const receiver = await open(ALPHA);
      for (const key of ["a", "b", "c"]) await notify(`${step}.${when}.${key}`);
      const dying = dyingContext(context(), { step, when });
      await sendWebhooks(dying, clock.now() + MINUTE_MS).catch(() => undefined);
      await turn(3 * MINUTE_MS);
      const ids = receiver.received.map(({ id }) => id);
      expect(new Set(ids).size, `${when} ${step}`).toBe(3);
    }
});

test("a receiver that refuses 30 of 100 gets every delivery exactly once", async () => {
  const seed = 17;
  const chance = new Chance(seededRandom(seed));
  const receiver = await open(ALPHA);
  receiver.answer = () => (chance.happens(0.3) ? { status: 503 } : { status: 200 });
  for (let number = 0; number < 40; number += 1) await notify(`n${number}`);
  for (let hour = 0; hour < 23; hour += 1)
    for (let part = 0; part < 6; part += 1) await turn(10 * MINUTE_MS);
  const ids = receiver.received.map(({ id }) => id);
  expect(ids, `seed ${seed}`).toHaveLength(40);
  expect(new Set(ids).size).toBe(40);
});

test("for a day after a rotation both secrets sign", async () => {
  const receiver = await open(ALPHA);
  const before = await findWebhook(clock.database, ALPHA);
  const { secret, sealedSecret } = newWebhookSecret(clock, ALPHA);
  await env.DB.prepare(
    "update webhooks set sealed_previous = sealed_secret, sealed_secret = ?, previous_until = ?",
  )
    .bind(sealedSecret, clock.now() + DAY_MS)
    .run();
  expect(before).toBeDefined();
  const old = receiver.secret;
  for (const known of [old, secret]) {
    receiver.secret = known;
    await notify(`key ${known}`);
    await turn();
  }
  expect(receiver.received).toHaveLength(2);
  clock.turn(DAY_MS);
  receiver.secret = secret;
  await notify("later");
  await turn();
  expect(receiver.received).toHaveLength(3);
  const signatures = receiver.received.map(
    ({ headers }) => headers.get("webhook-signature")?.split(" ").length,
  );
  expect(signatures).toEqual([2, 2, 1]);
});

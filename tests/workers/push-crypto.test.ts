import { env } from "cloudflare:workers";
import { encryptNotification } from "@block65/webcrypto-web-push";
import { afterEach, expect, test, vi } from "vitest";
import { UNNAMED_OPERATOR } from "#domain/operator.ts";
import type { PushOutcome } from "#operations/push/push-provider.ts";
import { fromBase64Url, toBase64Url } from "#protocol/base64url.ts";
import { deriveKeyRing } from "#protocol/keys/key-ring.ts";
import { createPushProvider } from "#workers/push/create-push-provider.ts";
import { contextOf } from "#workers/services.ts";
import { type PushAnswer, PushReceiver } from "../support/push-receiver.ts";

// RFC 8291, section 5 and appendix A (IETF Trust, code components under the Revised BSD License).
const RFC = {
  plaintext: "When I grow up, I want to be a watermelon",
  sender: {
    privateKey: "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw",
    publicKey:
      "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8",
  },
  receiver: {
    privateKey: "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94",
    publicKey:
      "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    auth: "BTBZMqHH6r4Tts7J_aSIgg",
  },
  salt: "DGv6ra1nlYgDCS1FRnbzlw",
  message:
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN",
};
const ENDPOINT = "https://fcm.googleapis.com/fcm/send/x";
const NOW = Date.UTC(2026, 10, 24, 12);

const bytes = (text: string) => fromBase64Url(text) ?? new Uint8Array();

afterEach(() => vi.restoreAllMocks());

test("the message of RFC 8291 is encrypted to exactly its bytes", async () => {
  const point = bytes(RFC.sender.publicKey);
  const jwk = {
    kty: "EC",
    crv: "P-256",
    d: RFC.sender.privateKey,
    x: toBase64Url(point.subarray(1, 33)),
    y: toBase64Url(point.subarray(33)),
  };
  const curve = { name: "ECDH", namedCurve: "P-256" };
  const { d: _, ...publicJwk } = jwk;
  const pair = {
    privateKey: await crypto.subtle.importKey("jwk", jwk, curve, false, ["deriveBits"]),
    publicKey: await crypto.subtle.importKey("jwk", publicJwk, curve, true, []),
  };
  vi.spyOn(crypto.subtle, "generateKey").mockResolvedValue(pair);
  vi.spyOn(crypto, "getRandomValues").mockReturnValue(bytes(RFC.salt));
  const { publicKey: p256dh, auth } = RFC.receiver;
  const message = await encryptNotification(
    { endpoint: ENDPOINT, expirationTime: null, keys: { p256dh, auth } },
    new TextEncoder().encode(RFC.plaintext),
    { pad: false },
  );
  expect(toBase64Url(message)).toBe(RFC.message);
});

test("the receiver of these tests decrypts the message of RFC 8291", async () => {
  const receiver = await PushReceiver.of(RFC.receiver);
  expect(await receiver.decrypt(bytes(RFC.message))).toBe(RFC.plaintext);
});

function providerTo(receiver: PushReceiver, localReceivers: string[] = []) {
  return createPushProvider({
    keys: contextOf(env).keys,
    operator: { ...UNNAMED_OPERATOR, email: "operator@example.org" },
    portalOrigin: "https://portal.example",
    localReceivers,
    now: () => NOW,
    fetch: (address, init) => receiver.receive(address, init),
  });
}

const outgoing = (receiver: PushReceiver, payload = "{}") => {
  const { endpoint, keys } = receiver.subscription;
  return {
    target: { endpoint, ...keys },
    payload,
    ttl: 600,
    urgency: "high" as const,
    topic: "alarm-12",
  };
};

test("a browser reads what was sent; the service sees neither its text nor its length", async () => {
  const receiver = await PushReceiver.open(ENDPOINT);
  const texts = ["{}", JSON.stringify({ body: "Störung: 电池电压 🔋".repeat(30) })];
  const sizes = new Set<unknown>();
  for (const text of texts) {
    expect(await providerTo(receiver).send(outgoing(receiver, text))).toEqual({ kind: "sent" });
    sizes.add(receiver.received.at(-1)?.headers.get("content-length"));
  }
  expect(receiver.received.map(({ text }) => text)).toEqual(texts);
  expect(sizes.size).toBe(1);
  const [first] = receiver.received;
  const { ttl, urgency, topic } = Object.fromEntries(first?.headers ?? []);
  expect({ ttl, urgency, topic }).toEqual({ ttl: "600", urgency: "high", topic: "alarm-12" });
  expect(first?.headers.get("content-encoding")).toBe("aes128gcm");
});

test("the portal names its operator to the service, for this service and at most a day", async () => {
  const receiver = await PushReceiver.open(ENDPOINT);
  await providerTo(receiver).send(outgoing(receiver));
  const { sub, aud, exp } = receiver.received[0]?.claims ?? { sub: "", aud: "", exp: 0 };
  expect([sub, aud]).toEqual(["mailto:operator@example.org", "https://fcm.googleapis.com"]);
  const validS = exp - Date.now() / 1000;
  expect(validS).toBeGreaterThan(0);
  expect(validS).toBeLessThanOrEqual(86_400);
});

test("the portal's key is the same in every process, and another one under another secret", async () => {
  const receiver = await PushReceiver.open(ENDPOINT);
  const { publicKey } = providerTo(receiver);
  expect(publicKey).toBe(contextOf(env).push.publicKey);
  expect(bytes(publicKey)).toHaveLength(65);
  const other = createPushProvider({
    keys: deriveKeyRing(new Uint8Array(32)),
    operator: UNNAMED_OPERATOR,
    portalOrigin: "https://portal.example",
    localReceivers: [],
    now: () => NOW,
    fetch: async () => new Response(),
  });
  expect(other.publicKey).not.toBe(publicKey);
});

test("each answer of a service has its consequence", async () => {
  const receiver = await PushReceiver.open(ENDPOINT);
  const outcomeOf = (answer: PushAnswer) => {
    receiver.answer = () => answer;
    return providerTo(receiver).send(outgoing(receiver));
  };
  const at = new Date(NOW + 90_000).toUTCString();
  const expected: [PushAnswer, PushOutcome][] = [
    [{ status: 201 }, { kind: "sent" }],
    [{ status: 403 }, { kind: "gone" }],
    [{ status: 404 }, { kind: "gone" }],
    [{ status: 410 }, { kind: "gone" }],
    [{ status: 400 }, { kind: "refused", status: 400 }],
    [{ status: 413 }, { kind: "refused", status: 413 }],
    [
      { status: 307, headers: { Location: "http://127.0.0.1/" } },
      { kind: "refused", status: 307 },
    ],
    [
      { status: 429, headers: { "Retry-After": "120" } },
      { kind: "later", status: 429, retryAfter: 120 },
    ],
    [
      { status: 503, headers: { "Retry-After": at } },
      { kind: "later", status: 503, retryAfter: 90 },
    ],
    [
      { status: 500, headers: { "Retry-After": "soon" } },
      { kind: "later", status: 500, retryAfter: 0 },
    ],
    ["unreachable", { kind: "later", status: null, retryAfter: 0 }],
  ];
  for (const [answer, outcome] of expected) expect(await outcomeOf(answer)).toEqual(outcome);
});

test("nothing is sent to an address that is no push service, nor with unusable keys", async () => {
  const local = await PushReceiver.open("http://localhost:9999/push");
  const fetched = vi.spyOn(local, "receive");
  expect(await providerTo(local).send(outgoing(local))).toEqual({ kind: "gone" });
  expect(fetched).not.toHaveBeenCalled();
  expect(await providerTo(local, ["http://localhost:9999"]).send(outgoing(local))).toEqual({
    kind: "sent",
  });
  const receiver = await PushReceiver.open(ENDPOINT);
  const push = outgoing(receiver);
  push.target.p256dh = toBase64Url(new Uint8Array(65).fill(4));
  expect(await providerTo(receiver).send(push)).toEqual({ kind: "gone" });
});

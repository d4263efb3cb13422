import { buildPushPayload } from "@block65/webcrypto-web-push";
import type { Operator } from "#domain/operator.ts";
import { vendorOfEndpoint } from "#domain/push/push-service.ts";
import { SECOND_MS } from "#domain/units/durations.ts";
import type { OutgoingPush, PushOutcome, PushProvider } from "#operations/push/push-provider.ts";
import type { KeyRing } from "#protocol/keys/key-ring.ts";
import { deriveVapidKey } from "#protocol/keys/vapid-key.ts";
import { readRetryAfter } from "../retry-after.ts";
import { createWorkerTexts } from "../worker-texts.ts";

const TIMEOUT_MS = 10 * SECOND_MS;
/** Name of the vendor of a receiver on the machine itself. */
const LOCAL_VENDOR = "Local";

/** Statuses of a subscription that no longer exists, or that belongs to another key (RFC 8030, RFC 8292). */
const GONE = [403, 404, 410];
/** Statuses of refusals for now: a timeout, too many requests, and from the last one all failures of the service. */
const TEMPORARY = [408, 429];
const FIRST_FAILURE = 500;
const isTemporary = (status: number) => TEMPORARY.includes(status) || status >= FIRST_FAILURE;

// Messages are plain texts.
const texts = await createWorkerTexts("push", { interpolation: { escapeValue: false } });

/**
 * Creates the sender of push messages. Messages are encrypted for the browser (RFC 8291), so that a push service sees
 * neither their text nor, since all are padded to one length, their size.
 */
export function createPushProvider(deps: {
  keys: KeyRing;
  operator: Operator;
  portalOrigin: string;
  /** Origins of receivers on the machine itself. */
  localReceivers: readonly string[];
  now(): number;
  fetch(address: string, init: RequestInit): Promise<Response>;
}): PushProvider {
  const { keys, operator, portalOrigin, localReceivers, now } = deps;
  const { publicKey, privateKey } = deriveVapidKey(keys);
  // Push services contact the operator there if messages cause trouble.
  const subject = operator.email === null ? portalOrigin : `mailto:${operator.email}`;
  const isLocal = (endpoint: string) =>
    URL.canParse(endpoint) && localReceivers.includes(new URL(endpoint).origin);

  async function encrypt({ target, payload, ttl, urgency, topic }: OutgoingPush) {
    const { endpoint, p256dh, auth } = target;
    // The package refuses plain http, which only receivers on the machine itself use.
    const secured = isLocal(endpoint) ? endpoint.replace(/^http:/, "https:") : endpoint;
    return buildPushPayload(
      { data: payload, options: { ttl: Math.max(1, ttl), urgency, topic } },
      { endpoint: secured, expirationTime: null, keys: { p256dh, auth } },
      { subject, publicKey, privateKey },
    );
  }

  return {
    publicKey,
    vendorOf: (endpoint) => vendorOfEndpoint(endpoint) ?? (isLocal(endpoint) ? LOCAL_VENDOR : null),
    async send(push) {
      const { endpoint } = push.target;
      // The list of services may have become shorter since the browser subscribed.
      if (vendorOfEndpoint(endpoint) === null && !isLocal(endpoint)) return { kind: "gone" };
      const encrypted = await encrypt(push).catch(() => null);
      // Only unusable keys of the browser make this fail.
      if (encrypted === null) return { kind: "gone" };
      const { headers, body } = encrypted;
      try {
        const response = await deps.fetch(endpoint, {
          method: "POST",
          headers,
          body,
          redirect: "manual",
          signal: AbortSignal.timeout(TIMEOUT_MS),
        });
        await response.body?.cancel();
        return outcomeOf(response, now());
      } catch {
        return { kind: "later", status: null, retryAfter: 0 };
      }
    },
    translate: (language, key, values) => texts.translatorOf(language)(key, values),
  };
}

function outcomeOf({ ok, status, headers }: Response, now: number): PushOutcome {
  if (ok) return { kind: "sent" };
  if (GONE.includes(status)) return { kind: "gone" };
  if (isTemporary(status))
    return { kind: "later", status, retryAfter: readRetryAfter(headers, now) };
  return { kind: "refused", status };
}

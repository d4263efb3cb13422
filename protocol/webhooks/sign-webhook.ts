import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";

/** Prefix of the text form of a secret (standard-webhooks). */
export const WEBHOOK_SECRET_PREFIX = "whsec_";
/** Length of a new secret, bytes. */
export const WEBHOOK_SECRET_BYTES = 32;

/** Returns the text form of a secret: the prefix and standard base64. */
export function writeWebhookSecret(secret: Uint8Array): string {
  return WEBHOOK_SECRET_PREFIX + toBase64(secret);
}

/**
 * Returns the headers that sign a webhook (standard-webhooks 1.0): one signature for each valid secret.
 * @param at instant of the attempt, ms UTC
 * @param secrets the current secret, and the previous one while it still counts
 */
export function signWebhook(
  { id, at, body }: { id: string; at: number; body: string },
  secrets: readonly Uint8Array[],
): Record<string, string> {
  const timestamp = Math.floor(at / 1000);
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${body}`);
  const signatures = secrets.map((secret) => `v1,${toBase64(hmac(sha256, secret, signed))}`);
  return {
    "webhook-id": id,
    "webhook-timestamp": String(timestamp),
    "webhook-signature": signatures.join(" "),
  };
}

function toBase64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}

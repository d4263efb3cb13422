import { hkdf } from "@noble/hashes/hkdf.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { fromBase64Url } from "../base64url.ts";

const SECRET_BYTES = 32;
const PURPOSES = [
  "pageSite",
  "pageRole",
  "socket",
  "person",
  "masking",
  "envelope",
  "share",
  "checkCode",
  "push",
  "webhook",
  "alarmLink",
] as const;
export type KeyPurpose = (typeof PURPOSES)[number];

/** Independent 32-byte keys, one for each purpose. */
export type KeyRing = Readonly<Record<KeyPurpose, Uint8Array>>;

/**
 * Derives the keys for all purposes from the secret of a deployment.
 * @param secret HELIOPORT_SECRET, 32 bytes or more
 * @throws RangeError if the secret is shorter
 */
export function deriveKeyRing(secret: Uint8Array): KeyRing {
  if (secret.length < SECRET_BYTES) throw new RangeError("the secret has fewer than 32 bytes");
  const derived = PURPOSES.map((purpose) => [purpose, deriveKey(secret, purpose)] as const);
  return Object.fromEntries(derived) as Record<KeyPurpose, Uint8Array>;
}

/** Derives a 32-byte key by HKDF-SHA256 without salt; the info is `helioport.` and the label. */
export function deriveKey(secret: Uint8Array, label: string): Uint8Array {
  const info = new TextEncoder().encode(`helioport.${label}`);
  return hkdf(sha256, secret, undefined, info, 32);
}

/** Decodes HELIOPORT_SECRET; null if it is not canonical base64url of 32 bytes or more. */
export function readSecret(text: string): Uint8Array | null {
  const bytes = fromBase64Url(text);
  return bytes !== null && bytes.length >= SECRET_BYTES ? bytes : null;
}

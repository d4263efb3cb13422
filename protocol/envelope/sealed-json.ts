import { toBase64Url } from "../base64url.ts";
import { writeJson } from "../written-json.ts";

export const IV_BYTES = 12;
export const TAG_BYTES = 16;
const KEY_BYTES = 32;

type Bytes = Uint8Array<ArrayBuffer>;

/** Imports the key of a call; null if it does not have the length of an AES-256 key. */
export async function importCallKey(bytes: Bytes): Promise<CryptoKey | null> {
  if (bytes.length !== KEY_BYTES) return null;
  return crypto.subtle.importKey("raw", bytes, "AES-GCM", false, ["encrypt", "decrypt"]);
}

/**
 * Seals a value as `b64u(iv ‖ AES-256-GCM(key, iv, JSON))`.
 * @param iv 12 new random bytes
 * @param boundTo additional data, as UTF-8
 */
export async function sealJson(
  key: CryptoKey,
  iv: Bytes,
  boundTo: string,
  value: unknown,
): Promise<string> {
  const plain = new TextEncoder().encode(writeJson(value));
  const sealed = await crypto.subtle.encrypt(gcm(iv, boundTo), key, plain);
  const whole = new Uint8Array(iv.length + sealed.byteLength);
  whole.set(iv);
  whole.set(new Uint8Array(sealed), iv.length);
  return toBase64Url(whole);
}

/**
 * Opens a sealed value; undefined if it was not sealed with this key and additional data, or is not JSON.
 * @param whole initialization vector, ciphertext and authentication tag
 */
export async function openJson(key: CryptoKey, boundTo: string, whole: Bytes): Promise<unknown> {
  try {
    const iv = whole.subarray(0, IV_BYTES);
    const plain = await crypto.subtle.decrypt(gcm(iv, boundTo), key, whole.subarray(IV_BYTES));
    return JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(plain));
  } catch {
    return undefined;
  }
}

function gcm(iv: Bytes, boundTo: string) {
  const additionalData = new TextEncoder().encode(boundTo);
  return { name: "AES-GCM", iv, additionalData, tagLength: 8 * TAG_BYTES };
}

import { gcm } from "@noble/ciphers/aes.js";
import { fromBase64Url, toBase64Url } from "../base64url.ts";

export const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Seals bytes as `b64u(iv ‖ AES-256-GCM(key, iv, bytes))`.
 * @param key 32 bytes
 * @param iv 12 bytes, unique for each plaintext under a key
 * @param boundTo additional data, as UTF-8
 */
export function sealBytes(
  key: Uint8Array,
  iv: Uint8Array,
  boundTo: string,
  bytes: Uint8Array,
): string {
  const sealed = gcm(key, iv, new TextEncoder().encode(boundTo)).encrypt(bytes);
  const whole = new Uint8Array(iv.length + sealed.length);
  whole.set(iv);
  whole.set(sealed, iv.length);
  return toBase64Url(whole);
}

/** Opens sealed bytes; null if they were not sealed with this key and additional data. */
export function openBytes(key: Uint8Array, boundTo: string, text: string): Uint8Array | null {
  const whole = fromBase64Url(text);
  if (whole === null || whole.length < IV_BYTES + TAG_BYTES) return null;
  try {
    return gcm(key, whole.subarray(0, IV_BYTES), new TextEncoder().encode(boundTo)).decrypt(
      whole.subarray(IV_BYTES),
    );
  } catch {
    return null;
  }
}

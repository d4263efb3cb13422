import { gcm } from "@noble/ciphers/aes.js";
import { fromBase64Url, toBase64Url } from "../base64url.ts";

export const IV_BYTES = 12;
const TAG_BYTES = 16;

/** A body ready to be sealed: encoded once, whatever the number of viewers it is sealed for. */
export function encodeBody(body: unknown): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(body));
}

/** `b64u(iv ‖ AES-256-GCM(key, iv, plain))`, bound to its command and tag. `iv` is 12 fresh random bytes. */
export function sealBody(
  key: Uint8Array,
  iv: Uint8Array,
  cmd: number,
  tag: string,
  plain: Uint8Array,
): string {
  if (iv.length !== IV_BYTES) throw new Error("an iv has 12 bytes");
  const sealed = gcm(key, iv, boundTo(cmd, tag)).encrypt(plain);
  const bytes = new Uint8Array(iv.length + sealed.length);
  bytes.set(iv);
  bytes.set(sealed, iv.length);
  return toBase64Url(bytes);
}

/** The body, or null where it was not sealed with this key for this command and tag, or is not JSON. */
export function openBody(
  key: Uint8Array,
  cmd: number,
  tag: string,
  data: string,
): { body: unknown } | null {
  const bytes = fromBase64Url(data);
  if (bytes === null || bytes.length < IV_BYTES + TAG_BYTES) return null;
  try {
    const plain = gcm(key, bytes.subarray(0, IV_BYTES), boundTo(cmd, tag)).decrypt(
      bytes.subarray(IV_BYTES),
    );
    return { body: JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(plain)) };
  } catch {
    return null;
  }
}

function boundTo(cmd: number, tag: string): Uint8Array {
  return new TextEncoder().encode(`${cmd}\n${tag}`);
}

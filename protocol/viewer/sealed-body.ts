import { openBytes, sealBytes } from "../keys/sealed-bytes.ts";

/** Encodes a body for sealing; a body for several viewers needs to be encoded only once. */
export function encodeBody(body: unknown): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(body));
}

/** Returns the additional data with which the body of a frame is sealed. */
export function boundTo(cmd: number, tag: string): string {
  return `${cmd}\n${tag}`;
}

/**
 * Seals a body as `b64u(iv ‖ AES-256-GCM(key, iv, plain))`, bound to its command number and tag.
 * @param key session key, 32 bytes
 * @param iv 12 new random bytes
 * @param plain body, as encoded by `encodeBody`
 */
export function sealBody(
  key: Uint8Array,
  iv: Uint8Array,
  cmd: number,
  tag: string,
  plain: Uint8Array,
): string {
  return sealBytes(key, iv, boundTo(cmd, tag), plain);
}

/**
 * Opens a sealed body; null if it was not sealed with this key for this command number and tag, or is not JSON.
 * @param data sealed body
 */
export function openBody(
  key: Uint8Array,
  cmd: number,
  tag: string,
  data: string,
): { body: unknown } | null {
  const plain = openBytes(key, boundTo(cmd, tag), data);
  if (plain === null) return null;
  try {
    return { body: JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(plain)) };
  } catch {
    return null;
  }
}

import { openBytes, sealBytes } from "../keys/sealed-bytes.ts";

/** A body ready to be sealed: encoded once, whatever the number of viewers it is sealed for. */
export function encodeBody(body: unknown): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(body));
}

/** What a body is bound to. */
export function boundTo(cmd: number, tag: string): string {
  return `${cmd}\n${tag}`;
}

/** `b64u(iv ‖ AES-256-GCM(key, iv, plain))`, bound to its command and tag. `iv` is 12 fresh random bytes. */
export function sealBody(
  key: Uint8Array,
  iv: Uint8Array,
  cmd: number,
  tag: string,
  plain: Uint8Array,
): string {
  return sealBytes(key, iv, boundTo(cmd, tag), plain);
}

/** The body, or null where it was not sealed with this key for this command and tag, or is not JSON. */
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

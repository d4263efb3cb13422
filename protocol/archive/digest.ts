import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";

/** Returns the SHA-256 of bytes, lower-case hex. */
export async function digestBytes(bytes: Uint8Array): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", bytes as Uint8Array<ArrayBuffer>);
  return bytesToHex(new Uint8Array(digest));
}

/** Returns the SHA-256 of a text in UTF-8, lower-case hex, at once. */
export function digestText(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text)));
}

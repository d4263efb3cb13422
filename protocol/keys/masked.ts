import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { toBase64Url } from "../base64url.ts";
import type { KeyRing } from "./key-ring.ts";

/** Masks personal data by HMAC-SHA256 (base64url), so that equal data can be counted but not read. */
export function mask(ring: KeyRing, ...parts: readonly string[]): string {
  return toBase64Url(hmac(sha256, ring.masking, new TextEncoder().encode(JSON.stringify(parts))));
}

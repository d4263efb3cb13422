import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { toBase64Url } from "../base64url.ts";
import { digest, equalDigests } from "./digest.ts";
import type { KeyRing } from "./key-ring.ts";

/** Prefix of a keyed hash; plain hashes contain no full stop. */
const KEYED = "h1.";

/**
 * Returns the stored form of a check code: HMAC-SHA256, under a key of the ring, of its SHA-256. A check code has about
 * 40 bits, so an attacker with a copy of the database could reverse its SHA-256 alone within minutes.
 * @param plain SHA-256 of the check code, base64url, as in module files
 */
export function keyedCheckHash(ring: KeyRing, plain: string): string {
  return KEYED + toBase64Url(hmac(sha256, ring.checkCode, new TextEncoder().encode(plain)));
}

/**
 * Returns whether a check code matches a stored hash, in constant time.
 * @param stored keyed hash, or a plain one that is not converted yet
 */
export function isCheckCodeOf(ring: KeyRing, stored: string, code: string): boolean {
  const plain = digest(code);
  const isKeyed = equalDigests(keyedCheckHash(ring, plain), stored);
  const isPlain = equalDigests(plain, stored);
  return isKeyed || isPlain;
}

/** Returns whether a stored hash of a check code is keyed, so that it can only be compared with the key. */
export function isKeyedCheckHash(stored: unknown): boolean {
  return typeof stored === "string" && stored.startsWith(KEYED);
}

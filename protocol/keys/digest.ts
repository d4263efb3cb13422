import { equalBytes } from "@noble/ciphers/utils.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { toBase64Url } from "../base64url.ts";

/** Returns the form in which random secrets (tokens, tickets, logger secrets) are stored: SHA-256, base64url. */
export function digest(secret: string): string {
  return toBase64Url(sha256(new TextEncoder().encode(secret)));
}

/** Compares two digests in constant time. */
export function equalDigests(one: string, other: string): boolean {
  const encoder = new TextEncoder();
  return equalBytes(encoder.encode(one), encoder.encode(other));
}

import { sha256 } from "@noble/hashes/sha2.js";
import { toBase64Url } from "../base64url.ts";

/** Returns the hash of a ticket in a sealed page key: SHA-256 of the ticket's text, base64url. */
export function hashTicket(ticket: string): string {
  return toBase64Url(sha256(new TextEncoder().encode(ticket)));
}

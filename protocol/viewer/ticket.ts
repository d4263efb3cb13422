import { sha256 } from "@noble/hashes/sha2.js";
import { toBase64Url } from "../base64url.ts";

/** What a sealed page key carries of its ticket: base64url of the SHA-256 of the ticket's text. */
export function hashTicket(ticket: string): string {
  return toBase64Url(sha256(new TextEncoder().encode(ticket)));
}

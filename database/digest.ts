import { createHash, timingSafeEqual } from "node:crypto";

/** The form in which random secrets (tokens, tickets, logger secrets) are stored: SHA-256, base64url. */
export function digest(secret: string): string {
  return createHash("sha256").update(secret).digest("base64url");
}

/** Whether two digests are equal, in a time that says nothing. */
export function equalDigests(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

import { z } from "zod";
import { MINUTE_MS, SECOND_MS } from "#domain/units/durations.ts";
import type { KeyRing } from "./key-ring.ts";
import { openBytes, sealBytes } from "./sealed-bytes.ts";

/** Content of a viewer's socket `key`, which the server seals for itself. */
export const socketGrant = z.object({
  siteId: z.int(),
  /** User id, or `sharePerson` for a share session. */
  person: z.int(),
  /** Id of the session. */
  session: z.string(),
  rightsVersion: z.int(),
  /** SHA-256 of the ticket, base64url. */
  ticketHash: z.string(),
  /** ms UTC */
  expires: z.int(),
});
export type SocketGrant = z.infer<typeof socketGrant>;

/** Lifetime of a socket key, ms. */
export const SOCKET_KEY_LIFETIME_MS = MINUTE_MS;
/** Time for which the ticket issued with a key is valid after the key, ms. */
export const TICKET_GRACE_MS = 10 * SECOND_MS;

const PURPOSE = "socket";

/**
 * Seals the grant of a viewer's socket.
 * @param iv 12 new random bytes
 */
export function sealSocketKey(ring: KeyRing, iv: Uint8Array, grant: SocketGrant): string {
  return sealBytes(ring.socket, iv, PURPOSE, new TextEncoder().encode(JSON.stringify(grant)));
}

/**
 * Opens a socket key and returns its grant; null if this server did not seal it, or if it has expired.
 * @param now ms UTC
 */
export function openSocketKey(ring: KeyRing, key: string, now: number): SocketGrant | null {
  const plain = openBytes(ring.socket, PURPOSE, key);
  if (plain === null) return null;
  const grant = socketGrant.safeParse(parse(plain));
  return grant.success && now < grant.data.expires ? grant.data : null;
}

/** Parses the content of a key; null if it is not JSON, which another release may have sealed during a deployment. */
function parse(plain: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(plain));
  } catch {
    return null;
  }
}

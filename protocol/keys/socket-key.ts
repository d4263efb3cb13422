import { z } from "zod";
import type { KeyRing } from "./key-ring.ts";
import { openBytes, sealBytes } from "./sealed-bytes.ts";

/** The content of a viewer's socket `key`, which the server seals for itself. */
export const socketGrant = z.object({
  siteId: z.int(),
  /** User id; for a share session that of share-person.ts. */
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

/** How long a socket key is valid, ms. */
export const SOCKET_KEY_LIFETIME_MS = 60_000;
/** How much longer the ticket issued with the key is valid, ms. */
export const TICKET_GRACE_MS = 10_000;

const PURPOSE = "socket";

/** @param iv 12 fresh random bytes */
export function sealSocketKey(ring: KeyRing, iv: Uint8Array, grant: SocketGrant): string {
  return sealBytes(ring.socket, iv, PURPOSE, new TextEncoder().encode(JSON.stringify(grant)));
}

/** The grant, or null where the key is not one of ours or is past its time. */
export function openSocketKey(ring: KeyRing, key: string, now: number): SocketGrant | null {
  const plain = openBytes(ring.socket, PURPOSE, key);
  if (plain === null) return null;
  const grant = socketGrant.safeParse(parse(plain));
  return grant.success && now < grant.data.expires ? grant.data : null;
}

/** A key lives through a deployment: another version may have sealed something else in it. */
function parse(plain: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(plain));
  } catch {
    return null;
  }
}

import { toBase64Url } from "../base64url.ts";
import { publicKeyOf } from "../viewer/session-key.ts";
import { deriveKey, type KeyRing } from "./key-ring.ts";

/** Returns the X25519 private key that the server holds for a user, 32 bytes. */
export function personPrivateKey(ring: KeyRing, person: number): Uint8Array {
  return deriveKey(ring.person, `person.${person}`);
}

/** Returns the matching public key, base64url: the `pubKey` of the login and of each ticket. */
export function personPublicKey(ring: KeyRing, person: number): string {
  return toBase64Url(publicKeyOf(personPrivateKey(ring, person)));
}

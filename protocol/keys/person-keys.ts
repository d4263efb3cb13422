import { toBase64Url } from "../base64url.ts";
import { publicKeyOf } from "../viewer/session-key.ts";
import { deriveKey, type KeyRing } from "./key-ring.ts";

/** The X25519 private key that the server holds for a person, 32 bytes. */
export function personPrivateKey(ring: KeyRing, person: number): Uint8Array {
  return deriveKey(ring.person, `person.${person}`);
}

/** `pubKey` of the login and of each ticket: the public half, base64url. */
export function personPublicKey(ring: KeyRing, person: number): string {
  return toBase64Url(publicKeyOf(personPrivateKey(ring, person)));
}

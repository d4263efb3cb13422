import { x25519 } from "@noble/curves/ed25519.js";
import { hkdf } from "@noble/hashes/hkdf.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { sessionKeyInfo } from "./session-key-info.ts";

/** Returns the X25519 public key of a 32-byte private key. */
export function publicKeyOf(privateKey: Uint8Array): Uint8Array {
  return x25519.getPublicKey(privateKey);
}

/**
 * Derives the session key S = HKDF-SHA256(X25519(own private, other public), salt = UTF-8 of uuid, info = label ‖
 * browser public ‖ server public), 32 bytes. Returns null if the other key is invalid or the agreement is all zero.
 */
export function agreeSessionKey(keys: {
  ownPrivate: Uint8Array;
  otherPublic: Uint8Array;
  browserPublic: Uint8Array;
  serverPublic: Uint8Array;
  uuid: string;
}): Uint8Array | null {
  const agreed = agree(keys.ownPrivate, keys.otherPublic);
  if (agreed === null) return null;
  const info = sessionKeyInfo(keys.browserPublic, keys.serverPublic);
  return hkdf(sha256, agreed, new TextEncoder().encode(keys.uuid), info, 32);
}

function agree(ownPrivate: Uint8Array, otherPublic: Uint8Array): Uint8Array | null {
  if (otherPublic.length !== 32) return null;
  try {
    const agreed = x25519.getSharedSecret(ownPrivate, otherPublic);
    return agreed.every((byte) => byte === 0) ? null : agreed;
  } catch {
    // The library throws for points of small order.
    return null;
  }
}

import { p256 } from "@noble/curves/nist.js";
import { hkdf } from "@noble/hashes/hkdf.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { toBase64Url } from "../base64url.ts";
import type { KeyRing } from "./key-ring.ts";

/** Key pair by which push services know the portal (RFC 8292), base64url. */
export type VapidKey = {
  /** The point, uncompressed: 65 bytes. */
  publicKey: string;
  /** 32 bytes. */
  privateKey: string;
};

/** Bytes from which a private key of P-256 is derived without bias. */
const SEED_BYTES = 48;

/**
 * Derives the key pair of the portal from its key ring, so that no key has to be created, stored or configured. Another
 * HELIOPORT_SECRET means another key, with which no existing subscription can be used.
 */
export function deriveVapidKey(ring: KeyRing): VapidKey {
  const info = new TextEncoder().encode("vapid");
  const privateKey = p256.utils.randomSecretKey(
    hkdf(sha256, ring.push, undefined, info, SEED_BYTES),
  );
  return {
    publicKey: toBase64Url(p256.getPublicKey(privateKey, false)),
    privateKey: toBase64Url(privateKey),
  };
}

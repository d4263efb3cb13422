import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { type Manifest, parseManifest } from "#domain/firmware/manifest.ts";
import { findTimeFault, type ReleaseFault, type SignedManifest } from "#domain/firmware/release.ts";
import { fromBase64Url } from "../base64url.ts";

/** Length of an Ed25519 public key and of a signature, bytes. */
const PUBLIC_KEY_BYTES = 32;
const SIGNATURE_BYTES = 64;
const KEY_ID_LENGTH = 16;

/** Public keys by their ids, raw. */
export type FirmwareKeys = ReadonlyMap<string, Uint8Array<ArrayBuffer>>;

/** Returns the id of a raw public key. */
export function keyIdOf(publicKey: Uint8Array): string {
  return bytesToHex(sha256(publicKey)).slice(0, KEY_ID_LENGTH);
}

/**
 * Reads public keys in base64url, separated by spaces or commas.
 * @throws Error if a key is not an Ed25519 public key in this form
 */
export function readFirmwareKeys(text: string): FirmwareKeys {
  const keys = new Map<string, Uint8Array<ArrayBuffer>>();
  for (const word of text.split(/[\s,]+/).filter((part) => part !== "")) {
    const key = fromBase64Url(word);
    if (key?.length !== PUBLIC_KEY_BYTES)
      throw new Error("FIRMWARE_KEYS has a word that is no public key");
    keys.set(keyIdOf(key), key);
  }
  return keys;
}

/** Returns whether the signature of exact bytes is that of a raw public key. */
export async function verifySignature(
  bytes: Uint8Array<ArrayBuffer>,
  signature: Uint8Array<ArrayBuffer>,
  publicKey: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  if (signature.length !== SIGNATURE_BYTES) return false;
  try {
    const key = await crypto.subtle.importKey("raw", publicKey, "Ed25519", false, ["verify"]);
    return await crypto.subtle.verify("Ed25519", key, signature, bytes);
  } catch {
    return false;
  }
}

/** A verified manifest, or why it is refused. */
export type VerifiedManifest =
  | { ok: true; manifest: Manifest }
  | { ok: false; fault: ReleaseFault };

/**
 * Verifies the signature of a manifest and its validity.
 * @param trust the public keys, and the ids of those that were revoked
 * @param now ms UTC
 */
export async function verifyManifest(
  signed: SignedManifest,
  trust: { keys: FirmwareKeys; revoked: ReadonlySet<string> },
  now: number,
): Promise<VerifiedManifest> {
  const refuse = (fault: ReleaseFault): VerifiedManifest => ({ ok: false, fault });
  const bytes = fromBase64Url(signed.manifest);
  const signature = fromBase64Url(signed.signature);
  if (bytes === null || signature === null) return refuse("malformed");
  if (trust.revoked.has(signed.keyId)) return refuse("revokedKey");
  const key = trust.keys.get(signed.keyId);
  if (key === undefined) return refuse("unknownKey");
  if (!(await verifySignature(bytes, signature, key))) return refuse("wrongSignature");
  const manifest = parseManifest(bytes);
  if (manifest === null) return refuse("malformed");
  const fault = findTimeFault(manifest, now);
  return fault === null ? { ok: true, manifest } : refuse(fault);
}

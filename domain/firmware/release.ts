import { z } from "zod";
import type { Manifest } from "./manifest.ts";

/** Id of a public key: the first 16 characters of its SHA-256, lower-case hex. */
export const keyId = z.string().regex(/^[0-9a-f]{16}$/);
const base64url = z.string().regex(/^[A-Za-z0-9_-]+$/);

/** A signed manifest, as `npm run firmware -- sign` writes it; manifest and signature in base64url. */
export const signedManifest = z.object({
  manifest: base64url,
  signature: base64url.max(100),
  keyId,
});
export type SignedManifest = z.infer<typeof signedManifest>;

/** Why the portal does not send a release. */
export const RELEASE_FAULTS = [
  "malformed",
  "unknownKey",
  "revokedKey",
  "wrongSignature",
  "notYet",
  "expired",
  "revoked",
  "wrongFile",
] as const;
export type ReleaseFault = (typeof RELEASE_FAULTS)[number];

/** Returns whether a release is not yet or no longer valid; null if it is valid. `now` in ms UTC. */
export function findTimeFault(
  { notBefore, expires }: Pick<Manifest, "notBefore" | "expires">,
  now: number,
): "notYet" | "expired" | null {
  if (now < notBefore) return "notYet";
  return now >= expires ? "expired" : null;
}

/** Key of a release's file in the store. */
export function firmwareKey(sha256: string): string {
  return `${FIRMWARE_PREFIX}${sha256}`;
}
/** Prefix of all firmware files in the store. */
export const FIRMWARE_PREFIX = "firmware/";

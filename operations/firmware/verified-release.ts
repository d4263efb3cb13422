import {
  findRelease,
  recordVerifiedFile,
  type StoredRelease,
} from "#database/firmware/releases.ts";
import type { Manifest } from "#domain/firmware/manifest.ts";
import { firmwareKey, type ReleaseFault } from "#domain/firmware/release.ts";
import { FileCheck } from "#protocol/firmware/file-check.ts";
import { verifyManifest } from "#protocol/firmware/verify-release.ts";
import type { Context } from "../context.ts";

/** A release that may be sent, or why it is not. */
export type CheckedRelease =
  | { ok: true; release: StoredRelease; manifest: Manifest }
  | { ok: false; fault: ReleaseFault | "absent" };

type ReleaseContext = Pick<Context, "database" | "files" | "firmwareKeys" | "log" | "now">;

/**
 * Verifies a published release: revocation, signature, validity, and the hashes of its stored file. The file is read
 * once for each version of it in the store.
 */
export async function verifyRelease(
  context: ReleaseContext,
  releaseId: number,
): Promise<CheckedRelease> {
  const { database, firmwareKeys: keys, now } = context;
  const release = await findRelease(database, releaseId);
  if (release === undefined) return { ok: false, fault: "absent" };
  if (release.isRevoked) return { ok: false, fault: "revoked" };
  const { signed, isKeyRevoked } = release;
  const revoked = new Set(isKeyRevoked ? [signed.keyId] : []);
  const verified = await verifyManifest(signed, { keys, revoked }, now());
  if (!verified.ok) return verified;
  const { manifest } = verified;
  // The columns only find the release; those that differ were changed after the signature.
  const isSame =
    release.sha256 === manifest.sha256 &&
    release.sequence === manifest.sequence &&
    release.version === manifest.version &&
    release.component === manifest.component;
  if (!isSame) return { ok: false, fault: "malformed" };
  const isRight = await verifyFile(context, release, manifest);
  return isRight ? { ok: true, release, manifest } : { ok: false, fault: "wrongFile" };
}

async function verifyFile(
  { database, files, log }: ReleaseContext,
  release: StoredRelease,
  manifest: Manifest,
): Promise<boolean> {
  const key = firmwareKey(manifest.sha256);
  const head = await files.head(key);
  if (head === null || head.size !== manifest.size) return false;
  if (head.version === release.verifiedFile) return true;
  const file = await files.open(key);
  if (file === null) return false;
  const check = new FileCheck(manifest);
  // Also a wrong file is read to its end, which is near: its size is that of the manifest.
  for await (const part of file.body) check.add(part);
  if (!check.end()) return false;
  await recordVerifiedFile(database, release.id, file.version);
  log.info("the file of a firmware release was verified", { release: release.id });
  return true;
}

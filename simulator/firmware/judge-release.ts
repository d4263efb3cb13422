import { findIncompatibility, versionOf } from "#domain/firmware/compatibility.ts";
import type { Manifest } from "#domain/firmware/manifest.ts";
import type { SignedManifest } from "#domain/firmware/release.ts";
import { SITE_ADDRESS } from "#domain/registers/catalogue/site.ts";
import type { Equipment } from "#domain/registers/equipment.ts";
import type { RegisterValue } from "#domain/registers/register.ts";
import { type FirmwareKeys, verifyManifest } from "#protocol/firmware/verify-release.ts";
import { INVERTERS_ON } from "../plant/orders.ts";

/** State of the equipment that a release has to fit. */
export type ReleaseScene = {
  piece: Equipment | undefined;
  read: (address: string) => RegisterValue;
  /** Sequence of the image that runs; null for the one from the factory. */
  sequenceOf: (component: string) => number | null;
};

/** A release that fits, or the status of the answer to its request. */
export type ReleaseVerdict =
  | { ok: true; manifest: Manifest }
  | { ok: false; status: 400 | 403 | 409 | 426 };

/**
 * Verifies a release on the logger: signature, validity, compatibility and conditions.
 * @param now ms UTC by the server's clock
 */
export async function judgeRelease(
  signed: SignedManifest,
  keys: FirmwareKeys,
  scene: ReleaseScene,
  now: number,
): Promise<ReleaseVerdict> {
  const verified = await verifyManifest(signed, { keys, revoked: new Set() }, now);
  if (!verified.ok) return { ok: false, status: verified.fault === "malformed" ? 400 : 403 };
  const { manifest } = verified;
  const status = findObstacle(manifest, scene);
  return status === null ? { ok: true, manifest } : { ok: false, status };
}

/** Returns the status of the reason why a release cannot be installed now; null if it can. */
export function findObstacle(
  manifest: Manifest,
  { piece, read, sequenceOf }: ReleaseScene,
): 403 | 409 | 426 | null {
  if (piece === undefined) return 403;
  const { component, minSoc, whenOff } = manifest;
  const mismatch = findIncompatibility(manifest, {
    typeCode: piece.typeCode ?? piece.address.slice(0, 4),
    model: piece.model ?? null,
    version: versionOf(piece.versions ?? {}, component),
    sequence: sequenceOf(component),
  });
  if (mismatch !== null) return mismatch === "otherVersion" || mismatch === "notNewer" ? 426 : 403;
  const soc = read(SITE_ADDRESS.batterySoc);
  if (minSoc !== undefined && !(typeof soc === "number" && soc >= minSoc)) return 409;
  return whenOff && read(INVERTERS_ON) !== 0 ? 409 : null;
}

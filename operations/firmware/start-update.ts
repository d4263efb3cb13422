import { findSequence } from "#database/firmware/releases.ts";
import {
  findIncompatibility,
  type Incompatibility,
  versionOf,
} from "#domain/firmware/compatibility.ts";
import type { Manifest } from "#domain/firmware/manifest.ts";
import type { ReleaseFault } from "#domain/firmware/release.ts";
import type { UpdateRecord } from "#domain/firmware/update.ts";
import type { Author } from "#protocol/alarms.ts";
import type {
  FirmwareEquipment,
  FirmwareRefusal,
  SiteFirmware,
} from "#protocol/firmware/firmware-rpc.ts";
import type { Context } from "../context.ts";
import { verifyRelease } from "./verified-release.ts";

/** Why an update does not begin. */
export type StartRefusal = ReleaseFault | Incompatibility | FirmwareRefusal | "absent";
export type StartResult = { ok: true; update: UpdateRecord } | { ok: false; reason: StartRefusal };

/** The equipment of a site whose component is updated. */
export type UpdateOrder = {
  siteId: number;
  /** Random; an id that was used before begins no second update. */
  updateId: string;
  address: string;
  releaseId: number;
  installs: boolean;
};

/**
 * Begins an update after the release was verified and compared with the equipment. It is the only way by which a
 * release reaches a logger.
 */
export async function startUpdate(
  context: Context,
  { siteId, updateId, address, releaseId, installs }: UpdateOrder,
  author: Author,
): Promise<StartResult> {
  const checked = await verifyRelease(context, releaseId);
  if (!checked.ok) return { ok: false, reason: checked.fault };
  const { manifest, release } = checked;
  const site = context.siteObject(siteId);
  const facts = await site.readFirmware();
  const piece = facts?.equipment.find((one) => one.address === address);
  if (facts === null || piece === undefined) return { ok: false, reason: "absent" };
  const { component, version, sequence, sha256, minSoc = null, whenOff = false } = manifest;
  const current = currentVersion(piece, facts, component);
  const reason = findIncompatibility(manifest, {
    typeCode: piece.typeCode,
    model: piece.model,
    version: current,
    sequence: await currentSequence(context, manifest, piece, current),
  });
  if (reason !== null) return { ok: false, reason };
  return site.startFirmware(
    {
      ...{ updateId, address, component, releaseId, fromVersion: current, version, sequence },
      ...{ sha256, signed: release.signed, minSoc, whenOff, installs },
    },
    author,
  );
}

/** Installs a transferred file that waits for it, unless its release was revoked or has expired meanwhile. */
export async function confirmInstallation(
  context: Context,
  siteId: number,
  updateId: string,
  author: Author,
): Promise<StartResult> {
  const site = context.siteObject(siteId);
  const update = await site.readUpdate(updateId);
  if (update === null) return { ok: false, reason: "absent" };
  const checked = await verifyRelease(context, update.releaseId);
  if (!checked.ok) return { ok: false, reason: checked.fault };
  return site.confirmFirmware(updateId, author);
}

/** Returns the version of a component; that of the logger is also in its own description. */
export function currentVersion(
  piece: Pick<FirmwareEquipment, "versions">,
  { loggerVersions }: Pick<SiteFirmware, "loggerVersions">,
  component: string,
): string | null {
  const versions =
    component === "logger" ? { ...piece.versions, ...loggerVersions } : piece.versions;
  return versionOf(versions, component);
}

/** The greater of the sequence that the portal installed and that of the release with the reported version. */
export async function currentSequence(
  { database }: Context,
  manifest: Manifest,
  { sequences }: FirmwareEquipment,
  version: string | null,
): Promise<number | null> {
  const installed = sequences[manifest.component] ?? null;
  const reported = version === null ? null : await findSequence(database, manifest, version);
  if (installed === null || reported === null) return installed ?? reported;
  return Math.max(installed, reported);
}

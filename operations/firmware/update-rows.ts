import { listReleasesFor } from "#database/firmware/releases.ts";
import { findIncompatibility } from "#domain/firmware/compatibility.ts";
import { findConditionFault } from "#domain/firmware/conditions.ts";
import { type Manifest, parseManifest } from "#domain/firmware/manifest.ts";
import type { UpdateRecord } from "#domain/firmware/update.ts";
import { fromBase64Url } from "#protocol/base64url.ts";
import type { FirmwareEquipment, SiteFirmware } from "#protocol/firmware/firmware-rpc.ts";
import { verifyManifest } from "#protocol/firmware/verify-release.ts";
import type { Context } from "../context.ts";
import { currentVersion } from "./start-update.ts";

type Release = Awaited<ReturnType<typeof listReleasesFor>>[number] & { content: Manifest };

/** Parts of equipment that are never updated by themselves. */
const NO_COMPONENTS: ReadonlySet<string> = new Set(["hardware", "communication"]);

/** A component of a site with its update in progress or the newest one, and the release that fits. */
export type UpdateRow = {
  address: string;
  typeCode: string;
  name: string;
  model: string | null;
  component: string;
  version: string | null;
  updating: boolean;
  progress: number;
  /** The newest update; null if there is none. */
  update: UpdateRecord | null;
  available: AvailableRelease | null;
  /** The newest release that fits and is not valid at present; null if there is none, or if one is available. */
  invalid: { version: string; reason: "expired" | "notYet" } | null;
};

/** A release that fits. */
export type AvailableRelease = {
  releaseId: number;
  version: string;
  notes: Record<string, string>;
  /** bytes */
  size: number;
  minSoc: number | null;
  whenOff: boolean;
  /** Condition of the release that is not met now. */
  refusal: "socLow" | "notOff" | null;
};

/** Lists the components of a site; a release is offered only if its signature is right and it fits. */
export async function listUpdateRows(context: Context, facts: SiteFirmware): Promise<UpdateRow[]> {
  const typeCodes = [...new Set(facts.equipment.map(({ typeCode }) => typeCode))];
  const releases = (await listReleasesFor(context.database, typeCodes)).flatMap((release) => {
    const bytes = fromBase64Url(release.manifest);
    const content = bytes === null ? null : parseManifest(bytes);
    return content === null ? [] : [{ ...release, content }];
  });
  const rows = facts.equipment.flatMap((piece) =>
    componentsOf(piece, releases).map((component) => ({ piece, component })),
  );
  return Promise.all(
    rows.map(({ piece, component }) => describeRow(context, { facts, releases, piece, component })),
  );
}

function componentsOf({ versions, typeCode }: FirmwareEquipment, releases: readonly Release[]) {
  const reported = Object.keys(versions).map((name) => name.toLowerCase());
  const released = releases.filter((one) => one.typeCode === typeCode).map((one) => one.component);
  const names = reported.filter((name) => !NO_COMPONENTS.has(name));
  return [...new Set([...names, ...released])].toSorted();
}

type Row = {
  facts: SiteFirmware;
  releases: Release[];
  piece: FirmwareEquipment;
  component: string;
};

async function describeRow(
  context: Context,
  { facts, releases, piece, component }: Row,
): Promise<UpdateRow> {
  const { address, typeCode, model, alias } = piece;
  const version = currentVersion(piece, facts, component);
  const update =
    facts.updates.find((one) => one.address === address && one.component === component) ?? null;
  const { release, invalid } = await findNewest(context, releases, { piece, component, version });
  const available = release && describeRelease(release, piece, facts);
  return {
    ...{ address, typeCode, name: alias || model || "", model, component, version },
    updating: update !== null && update.state !== "ended",
    progress: update?.progress ?? 0,
    ...{ update, available, invalid: release === null ? invalid : null },
  };
}

function describeRelease(
  { id, content }: Release,
  { areInvertersOff }: FirmwareEquipment,
  { soc }: SiteFirmware,
): AvailableRelease {
  const { version, notes = {}, size, minSoc = null, whenOff = false } = content;
  const refusal = findConditionFault({ minSoc, whenOff }, { soc, areInvertersOff });
  return { releaseId: id, version, notes, size, minSoc, whenOff, refusal };
}

type NewestRelease = { release: Release | null; invalid: UpdateRow["invalid"] };

async function findNewest(
  { firmwareKeys: keys, now }: Context,
  releases: readonly Release[],
  target: { piece: FirmwareEquipment; component: string; version: string | null },
): Promise<NewestRelease> {
  const { piece, component, version } = target;
  const ofComponent = releases.filter(
    (one) => one.component === component && one.typeCode === piece.typeCode,
  );
  const known = ofComponent.find((one) => one.version === version)?.sequence ?? 0;
  const sequence = Math.max(piece.sequences[component] ?? 0, known);
  const facts = { typeCode: piece.typeCode, model: piece.model, version, sequence };
  let invalid: UpdateRow["invalid"] = null;
  for (const release of ofComponent) {
    if (findIncompatibility(release.content, facts) !== null) continue;
    const { manifest, signature, keyId } = release;
    const trust = { keys, revoked: new Set<string>() };
    const verified = await verifyManifest({ manifest, signature, keyId }, trust, now());
    if (verified.ok) return { release, invalid: null };
    const { fault } = verified;
    if (fault === "expired" || fault === "notYet")
      invalid ??= { version: release.content.version, reason: fault };
  }
  return { release: null, invalid };
}

import { findIncompatibility } from "#domain/firmware/compatibility.ts";
import type { Manifest } from "#domain/firmware/manifest.ts";
import { CONFIRM_WITHIN_MS } from "#domain/firmware/update.ts";
import type { SiteFirmware } from "#protocol/firmware/firmware-rpc.ts";
import type { Context } from "../context.ts";
import { currentSequence, currentVersion, startUpdate } from "../firmware/start-update.ts";
import { verifyRelease } from "../firmware/verified-release.ts";
import type { SiteTask } from "./site-task.ts";

/** Updates all equipment of a site that the releases fit, one piece at a time. */
export function firmwareTask(releaseIds: readonly number[]): SiteTask {
  return {
    // A slow transfer reports its progress; the object ends an update that does not.
    lifetimeMs: CONFIRM_WITHIN_MS,
    async check(context, { siteId }) {
      const found = await findNext(context, siteId, releaseIds);
      return { reason: found.ok ? null : found.reason, dangers: [] };
    },
    async hasBegun({ siteObject }, { siteId, ref }) {
      return (await siteObject(siteId).readUpdate(ref)) !== null;
    },
    async begin(context, { siteId, ref }, { id, name }) {
      const found = await findNext(context, siteId, releaseIds);
      if (!found.ok) return found.reason;
      const { address, releaseId } = found;
      const order = { siteId, updateId: ref, address, releaseId, installs: true };
      const result = await startUpdate(context, order, { id, name });
      return result.ok ? null : result.reason;
    },
    async read(context, { siteId, ref }) {
      const update = await context.siteObject(siteId).readUpdate(ref);
      if (update === null) return { kind: "failed", reason: "absent" };
      if (update.state !== "ended") return { kind: "working" };
      if (update.result !== "success")
        return { kind: "failed", reason: update.result ?? "unknown" };
      const found = await findNext(context, siteId, releaseIds);
      return { kind: found.ok ? "next" : "done" };
    },
  };
}

type UpdateTarget =
  | { ok: true; address: string; releaseId: number }
  | { ok: false; reason: string };

/** The most specific reason comes first: equipment of this kind with another version, or with the release. */
const REASONS = ["offline", "otherVersion", "notNewer", "otherModel"];

/** Finds the first equipment of a site that one of the releases fits and that does not have it yet. */
async function findNext(
  context: Context,
  siteId: number,
  releaseIds: readonly number[],
): Promise<UpdateTarget> {
  const facts = await context.siteObject(siteId).readFirmware();
  if (facts === null) return { ok: false, reason: "absent" };
  if (!facts.isOnline) return { ok: false, reason: "offline" };
  const reasons = new Set<string>();
  for (const releaseId of releaseIds) {
    const checked = await verifyRelease(context, releaseId);
    // A release that is no longer valid stops the site, also if another one fits.
    if (!checked.ok) return { ok: false, reason: checked.fault };
    for (const piece of facts.equipment) {
      const reason = await reasonOf(context, { manifest: checked.manifest, facts, piece });
      if (reason === null) return { ok: true, address: piece.address, releaseId };
      reasons.add(reason);
    }
  }
  return { ok: false, reason: REASONS.find((one) => reasons.has(one)) ?? "nothing" };
}

type Candidate = {
  manifest: Manifest;
  facts: SiteFirmware;
  piece: SiteFirmware["equipment"][number];
};

async function reasonOf(context: Context, { manifest, facts, piece }: Candidate) {
  const version = currentVersion(piece, facts, manifest.component);
  return findIncompatibility(manifest, {
    typeCode: piece.typeCode,
    model: piece.model,
    version,
    sequence: await currentSequence(context, manifest, piece, version),
  });
}

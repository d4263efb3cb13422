import { and, desc, eq, inArray, isNull, notExists } from "drizzle-orm";
import type { SignedManifest } from "#domain/firmware/release.ts";
import type { Database } from "../connect.ts";
import { firmwareReleases, firmwareRevokedKeys } from "../schema/firmware.ts";

/** Maximum number of releases that are considered for a site, the newest ones. */
const MAX_RELEASES = 300;

/** A published release, not yet verified. */
export type StoredRelease = {
  id: number;
  component: string;
  version: string;
  sequence: number;
  sha256: string;
  signed: SignedManifest;
  isRevoked: boolean;
  isKeyRevoked: boolean;
  /** Version of the stored file whose hashes were verified. */
  verifiedFile: string | null;
};

/** Finds a release by its number, also a revoked one. */
export async function findRelease(
  database: Database,
  id: number,
): Promise<StoredRelease | undefined> {
  const [row] = await database
    .select({ release: firmwareReleases, revokedKey: firmwareRevokedKeys.keyId })
    .from(firmwareReleases)
    .leftJoin(firmwareRevokedKeys, eq(firmwareRevokedKeys.keyId, firmwareReleases.keyId))
    .where(eq(firmwareReleases.id, id));
  if (row === undefined) return undefined;
  const { manifest, signature, keyId, revokedAt, ...release } = row.release;
  return {
    ...release,
    signed: { manifest, signature, keyId },
    isRevoked: revokedAt !== null,
    isKeyRevoked: row.revokedKey !== null,
  };
}

/** Lists the releases for equipment of some types, newest first, without those that were revoked. */
export async function listReleasesFor(database: Database, typeCodes: readonly string[]) {
  if (typeCodes.length === 0) return [];
  return database
    .select()
    .from(firmwareReleases)
    .where(
      and(
        inArray(firmwareReleases.typeCode, [...typeCodes]),
        isNull(firmwareReleases.revokedAt),
        notExists(
          database
            .select()
            .from(firmwareRevokedKeys)
            .where(eq(firmwareRevokedKeys.keyId, firmwareReleases.keyId)),
        ),
      ),
    )
    .orderBy(desc(firmwareReleases.sequence))
    .limit(MAX_RELEASES);
}

/** Returns the sequence of the newest release with a version of a component; null if there is none. */
export async function findSequence(
  database: Database,
  component: { vendor: string; family: string; typeCode: string; component: string },
  version: string,
): Promise<number | null> {
  const [row] = await database
    .select({ sequence: firmwareReleases.sequence })
    .from(firmwareReleases)
    .where(
      and(
        eq(firmwareReleases.vendor, component.vendor),
        eq(firmwareReleases.family, component.family),
        eq(firmwareReleases.typeCode, component.typeCode),
        eq(firmwareReleases.component, component.component),
        eq(firmwareReleases.version, version),
      ),
    )
    .orderBy(desc(firmwareReleases.sequence))
    .limit(1);
  return row?.sequence ?? null;
}

/** Records that the hashes of a stored file are those of the release. */
export async function recordVerifiedFile(
  database: Database,
  id: number,
  fileVersion: string,
): Promise<void> {
  await database
    .update(firmwareReleases)
    .set({ verifiedFile: fileVersion })
    .where(eq(firmwareReleases.id, id));
}

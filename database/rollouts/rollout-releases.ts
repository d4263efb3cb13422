import { and, desc, gt, inArray, isNull, notInArray, or } from "drizzle-orm";
import type { Database } from "../connect.ts";
import { firmwareReleases, firmwareRevokedKeys } from "../schema/firmware.ts";

/**
 * Lists the newest releases that were not revoked and have not expired, of all types of equipment; they are not yet
 * verified.
 */
export async function listNewestReleases(
  database: Database,
  { limit, now }: { limit: number; now: number },
) {
  return database
    .select()
    .from(firmwareReleases)
    .where(
      and(
        isNull(firmwareReleases.revokedAt),
        or(isNull(firmwareReleases.expiresAt), gt(firmwareReleases.expiresAt, now)),
        notInArray(
          firmwareReleases.keyId,
          database.select({ keyId: firmwareRevokedKeys.keyId }).from(firmwareRevokedKeys),
        ),
      ),
    )
    .orderBy(desc(firmwareReleases.publishedAt), desc(firmwareReleases.id))
    .limit(limit);
}

/** Finds what releases are for, also of revoked ones. */
export async function nameReleases(database: Database, ids: readonly number[]) {
  if (ids.length === 0) return [];
  return database
    .select({
      releaseId: firmwareReleases.id,
      typeCode: firmwareReleases.typeCode,
      component: firmwareReleases.component,
      version: firmwareReleases.version,
    })
    .from(firmwareReleases)
    .where(inArray(firmwareReleases.id, [...ids]));
}

import { inArray } from "drizzle-orm";
import { FIRMWARE_PREFIX, firmwareKey } from "#domain/firmware/release.ts";
import type { Database } from "../connect.ts";
import { firmwareReleases } from "../schema/firmware.ts";

/** Returns those of the keys of the file store that belong to a release, also to a revoked one. */
export async function findReleaseKeys(
  database: Database,
  keys: readonly string[],
): Promise<Set<string>> {
  const hashes = keys
    .filter((key) => key.startsWith(FIRMWARE_PREFIX))
    .map((key) => key.slice(FIRMWARE_PREFIX.length));
  if (hashes.length === 0) return new Set();
  const rows = await database
    .selectDistinct({ sha256: firmwareReleases.sha256 })
    .from(firmwareReleases)
    .where(inArray(firmwareReleases.sha256, hashes));
  return new Set(rows.map(({ sha256 }) => firmwareKey(sha256)));
}

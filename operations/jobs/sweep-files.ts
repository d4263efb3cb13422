import { dropLooseFiles, findKnownKeys } from "#database/files/files.ts";
import { findReleaseKeys } from "#database/firmware/release-files.ts";
import { chunk } from "#domain/chunk.ts";
import { DAY_MS, MINUTE_MS } from "#domain/units/durations.ts";
import type { Context } from "../context.ts";

/** Interval of the job. */
const TURN_MS = 5 * MINUTE_MS;
/** Files per turn and per query. */
const SWEPT_AT_ONCE = 90;

/**
 * Deletes files that were unattached for a day and, once a day, files in the store without a record, left by an
 * interrupted upload or deletion. The record is deleted first, so that it never names a missing file.
 * @param plannedAt ms UTC
 */
export async function sweepFiles(context: Context, plannedAt: number): Promise<void> {
  const { database, files, now } = context;
  const loose = await dropLooseFiles(database, now() - DAY_MS, SWEPT_AT_ONCE);
  if (loose.length > 0) await files.delete(loose);
  if (plannedAt % DAY_MS < TURN_MS) await sweepStore(context);
}

/** A recently stored file may be about to be recorded, so it is skipped. */
async function sweepStore({ database, files, now, log }: Context): Promise<void> {
  const before = now() - DAY_MS;
  let swept = 0;
  for (let cursor: string | undefined; ; ) {
    const page = await files.list(cursor);
    const old = page.files.filter(({ storedAt }) => storedAt < before).map(({ key }) => key);
    for (const keys of chunk(old, SWEPT_AT_ONCE)) {
      const known = await findKnownKeys(database, keys);
      const released = await findReleaseKeys(database, keys);
      const unknown = keys.filter((key) => !known.has(key) && !released.has(key));
      if (unknown.length > 0) await files.delete(unknown);
      swept += unknown.length;
    }
    if (page.cursor === undefined) break;
    cursor = page.cursor;
  }
  if (swept > 0) log.info("files without a record were deleted", { files: swept });
}

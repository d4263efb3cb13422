import { dropLooseFiles, findKnownKeys } from "#database/files.ts";
import { DAY_MS } from "#domain/units/durations.ts";
import type { Context } from "../context.ts";

/** As often as the job has its turn. */
const TURN_MS = 5 * 60_000;
/** Of one turn, and of one question to the database. */
const SWEPT_AT_ONCE = 90;

/**
 * Deletes files that have belonged to nothing for a day, and once a day what is in the store without being on record:
 * something was killed between the two. The record goes first, so that it never names what is not there.
 * @param plannedAt ms UTC
 */
export async function sweepFiles(context: Context, plannedAt: number): Promise<void> {
  const { database, files, now } = context;
  const loose = await dropLooseFiles(database, now() - DAY_MS, SWEPT_AT_ONCE);
  if (loose.length > 0) await files.delete(loose);
  if (plannedAt % DAY_MS < TURN_MS) await sweepStore(context);
}

/** What has been put there lately may be about to be recorded. */
async function sweepStore({ database, files, now, log }: Context): Promise<void> {
  const before = now() - DAY_MS;
  let swept = 0;
  for (let cursor: string | undefined; ; ) {
    const page = await files.list(cursor);
    const old = page.files.filter(({ storedAt }) => storedAt < before).map(({ key }) => key);
    for (let start = 0; start < old.length; start += SWEPT_AT_ONCE) {
      const keys = old.slice(start, start + SWEPT_AT_ONCE);
      const known = await findKnownKeys(database, keys);
      const unknown = keys.filter((key) => !known.has(key));
      if (unknown.length > 0) await files.delete(unknown);
      swept += unknown.length;
    }
    if (page.cursor === undefined) break;
    cursor = page.cursor;
  }
  if (swept > 0) log.info("files without a record were deleted", { files: swept });
}

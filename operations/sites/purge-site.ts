import { beginPurge, removeSite } from "#database/sites/site-life.ts";
import { chunk } from "#domain/chunk.ts";
import type { Context } from "../context.ts";

/** Maximum number of files per deletion in the store. */
const DELETED_AT_ONCE = 1_000;

/**
 * Removes a deleted site permanently. Every step can be the last one and be repeated: the site becomes unrestorable and
 * its module is released, its object is erased, its rows are deleted, and its files, now without a record, are deleted
 * or swept.
 */
export async function purgeSite(context: Context, siteId: number): Promise<void> {
  const { database, siteObject, files } = context;
  if (!(await beginPurge(database, siteId, context.now()))) return;
  await siteObject(siteId).erase();
  const keys = await removeSite(database, siteId);
  try {
    for (const some of chunk(keys, DELETED_AT_ONCE)) await files.delete(some);
  } catch (error) {
    context.log.error("files of a site could not be deleted", error);
  }
}

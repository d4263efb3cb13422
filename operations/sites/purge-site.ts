import { beginPurge, removeSite } from "#database/site-life.ts";
import type { Context } from "../context.ts";

/** Files that the store deletes at once. */
const DELETED_AT_ONCE = 1_000;

/**
 * Removes a deleted site for good. Each step may be the last one, and all of it may be done again: first nobody can take
 * the site back any more and its module is free, then its object is emptied, then the database forgets it, and what of
 * its files is left in the store belongs to nothing and is swept.
 */
export async function purgeSite(context: Context, siteId: number): Promise<void> {
  const { database, siteObject, files } = context;
  if (!(await beginPurge(database, siteId, context.now()))) return;
  await siteObject(siteId).erase();
  const keys = await removeSite(database, siteId);
  try {
    for (let start = 0; start < keys.length; start += DELETED_AT_ONCE)
      await files.delete(keys.slice(start, start + DELETED_AT_ONCE));
  } catch (error) {
    context.log.error("files of a site could not be deleted", error);
  }
}

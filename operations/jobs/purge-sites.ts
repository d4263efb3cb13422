import { listPurgeableSites } from "#database/site-life.ts";
import type { Context } from "../context.ts";
import { retryPendingUnlinks } from "../sites/deliver-unlinks.ts";
import { purgeSite } from "../sites/purge-site.ts";

/** So many of one turn; the rest have the next. */
const PURGED_AT_ONCE = 20;

/**
 * Removes sites that were deleted more than 30 days ago, and goes on with what was begun before; tells sites of modules
 * that were taken away what could not be told.
 */
export async function purgeSites(context: Context): Promise<void> {
  const { database, now, log } = context;
  await retryPendingUnlinks(context);
  let purged = 0;
  for (const siteId of await listPurgeableSites(database, now(), PURGED_AT_ONCE)) {
    try {
      await purgeSite(context, siteId);
      purged += 1;
    } catch (error) {
      // The others are not kept by it.
      log.error("a deleted site could not be removed", error);
    }
  }
  if (purged > 0) log.info("deleted sites were removed", { sites: purged });
}

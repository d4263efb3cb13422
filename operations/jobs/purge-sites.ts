import { listPurgeableSites } from "#database/sites/site-life.ts";
import type { Context } from "../context.ts";
import { retryPendingUnlinks } from "../sites/deliver-unlinks.ts";
import { purgeSite } from "../sites/purge-site.ts";

/** Sites per turn; the next turn continues. */
const MAX_PURGES_PER_TURN = 20;

/** Removes sites that were deleted more than 30 days ago, resumes interrupted removals, and retries pending unlinks. */
export async function purgeSites(context: Context): Promise<void> {
  const { database, now, log } = context;
  await retryPendingUnlinks(context);
  let purged = 0;
  for (const siteId of await listPurgeableSites(database, now(), MAX_PURGES_PER_TURN)) {
    try {
      await purgeSite(context, siteId);
      purged += 1;
    } catch (error) {
      // One failure does not stop the other removals.
      log.error("a deleted site could not be removed", error);
    }
  }
  if (purged > 0) log.info("deleted sites were removed", { sites: purged });
}

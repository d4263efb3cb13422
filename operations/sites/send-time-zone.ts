import { readSite } from "#database/sites/sites.ts";
import type { Context } from "../context.ts";

/** Maximum number of concurrent changes that are followed up. */
const MAX_UPDATES = 5;

/**
 * Sends a stored time zone to the site's object, which keeps daily rollups in it. Concurrent changes may arrive out of
 * order, so the stored zone is compared again afterwards. If the object cannot be reached, the next history query sends
 * it.
 */
export async function sendTimeZone(
  { database, siteObject, log }: Pick<Context, "database" | "siteObject" | "log">,
  siteId: number,
  timeZone: string,
): Promise<void> {
  let sent = timeZone;
  try {
    for (let attempt = 0; attempt < MAX_UPDATES; attempt++) {
      await siteObject(siteId).setTimeZone(sent);
      const found = await readSite(database, siteId);
      if (found === undefined || found.site.timeZone === sent) return;
      sent = found.site.timeZone;
    }
  } catch (error) {
    log.error("a site could not be notified of its time zone", error);
  }
}

import { readSite } from "#database/sites.ts";
import type { Context } from "../context.ts";

/** Changes that may follow each other while the site is being told. */
const MAX_UPDATES = 5;

/**
 * Tells a site's object whose days it is to keep, once that is on record. Of two who change it at once the later one
 * may be told first, so whoever told looks whether that is still the zone. What cannot be told is told with the next
 * question for the site's past.
 */
export async function sendTimeZone(
  { database, siteObject, log }: Pick<Context, "database" | "siteObject" | "log">,
  siteId: number,
  timeZone: string,
): Promise<void> {
  let told = timeZone;
  try {
    for (let telling = 0; telling < MAX_UPDATES; telling++) {
      await siteObject(siteId).setTimeZone(told);
      const found = await readSite(database, siteId);
      if (found === undefined || found.site.timeZone === told) return;
      told = found.site.timeZone;
    }
  } catch (error) {
    log.error("a site could not be told of its time zone", error);
  }
}

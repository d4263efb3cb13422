import { readPlatformRules, recordPlatformRules } from "#database/alarms/platform-rules.ts";
import { chunk } from "#domain/chunk.ts";
import type { Context } from "../context.ts";

type PolledSite = { siteId: number; hasOldRules: boolean };

/** Number of sites whose objects get the rules at the same time. */
const SITES_AT_ONCE = 5;
/** Sites of one poll that get the rules; the next poll continues. */
const MAX_SITES = 300;

/**
 * Sends the operator's alarm rules to the objects of polled sites that have an older version, and records which of them
 * have it. A site that could not be reached gets them with a later poll.
 */
export async function deliverPlatformRules(
  context: Context,
  sites: readonly PolledSite[],
): Promise<void> {
  const { database, log } = context;
  try {
    const behind = sites.filter(({ hasOldRules }) => hasOldRules);
    if (behind.length === 0) return;
    const rules = await readPlatformRules(database);
    const delivered: number[] = [];
    for (const some of chunk(behind.slice(0, MAX_SITES), SITES_AT_ONCE)) {
      const outcomes = await Promise.allSettled(
        some.map(({ siteId }) => context.siteObject(siteId).setPlatformRules(rules)),
      );
      for (const [place, { status }] of outcomes.entries()) {
        const site = some[place];
        if (status === "fulfilled" && site !== undefined) delivered.push(site.siteId);
      }
    }
    const missed = Math.min(behind.length, MAX_SITES) - delivered.length;
    if (missed > 0) log.info("alarm rules could not be delivered to sites", { sites: missed });
    await recordPlatformRules(database, delivered, rules.version);
  } catch (error) {
    log.error("alarm rules could not be delivered", error);
  }
}

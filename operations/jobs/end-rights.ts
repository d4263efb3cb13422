import { endDueRights, forgetOldInvitations } from "#database/right-ends.ts";
import type { Context } from "../context.ts";
import { deliverRevocations } from "../members/deliver-revocations.ts";

/**
 * Ends rights whose time is over: they count no more since then, and their sockets have closed by themselves. What a site
 * cannot be told now, the sweep tells it.
 */
export async function endRights(context: Context): Promise<void> {
  const { database, now } = context;
  await forgetOldInvitations(database, now());
  const siteIds = await endDueRights(database, now());
  await Promise.allSettled(siteIds.map((siteId) => deliverRevocations(context, siteId)));
}

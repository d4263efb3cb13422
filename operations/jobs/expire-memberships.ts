import { deleteExpiredInvitations, deleteExpiredMemberships } from "#database/membership-expiry.ts";
import type { Context } from "../context.ts";
import { deliverRevocations } from "../members/deliver-revocations.ts";

/**
 * Ends rights whose time is over: they count no more since then, and their sockets have closed by themselves. What a site
 * cannot be told now, the sweep tells it.
 */
export async function expireMemberships(context: Context): Promise<void> {
  const { database, now } = context;
  await deleteExpiredInvitations(database, now());
  const siteIds = await deleteExpiredMemberships(database, now());
  await Promise.allSettled(siteIds.map((siteId) => deliverRevocations(context, siteId)));
}

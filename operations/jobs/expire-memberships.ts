import {
  deleteExpiredInvitations,
  deleteExpiredMemberships,
} from "#database/members/membership-expiry.ts";
import type { Context } from "../context.ts";
import { deliverRevocations } from "../members/deliver-revocations.ts";

/**
 * Removes expired memberships, which have no effect since their expiry and whose sockets have closed by themselves. The
 * sweep retries revocations that cannot be delivered now.
 */
export async function expireMemberships(context: Context): Promise<void> {
  const { database, now } = context;
  await deleteExpiredInvitations(database, now());
  const siteIds = await deleteExpiredMemberships(database, now());
  await Promise.allSettled(siteIds.map((siteId) => deliverRevocations(context, siteId)));
}

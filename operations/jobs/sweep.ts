import { deleteOldAlarms } from "#database/alarms/site-alarms.ts";
import { deleteOldCodes } from "#database/auth/codes.ts";
import { deleteOldBrowsers } from "#database/auth/known-browsers.ts";
import { deleteOldLinks } from "#database/auth/links.ts";
import { deleteOldLoginAttempts } from "#database/auth/login-failures.ts";
import { listPendingSessionSites } from "#database/auth/session-sites.ts";
import { deleteOldSessions, endUnusedSessions } from "#database/auth/sessions.ts";
import { deleteUnconfirmedSubscribers } from "#database/basic/subscribers.ts";
import { deleteOldIrradiance } from "#database/forecast/irradiance-areas.ts";
import { listOldestPendingRevocations } from "#database/members/pending-revocations.ts";
import { deleteOldNotices } from "#database/notifications/old-notices.ts";
import { deleteOldActs } from "#database/platform/audit-log.ts";
import { deleteOldRateLimitAttempts } from "#database/rate-limit.ts";
import { deleteOldShareSessions } from "#database/shares/share-sessions.ts";
import { updateChangedLists } from "#database/site-list/kept-list.ts";
import { endExpiredTokens } from "#database/tokens/access-tokens.ts";
import { deleteFullWriteBudgets } from "#database/write-budgets.ts";
import { closeAtSite } from "../auth/close-sockets.ts";
import type { Context } from "../context.ts";
import { deliverRevocation } from "../members/deliver-revocations.ts";

/** Sites notified per turn; the next turn continues. */
const MAX_SITES_PER_TURN = 100;

/** Kept lists updated per turn for users who do not read them; the next turn continues. */
const MAX_LISTS_PER_TURN = 20;

/** Ends unused sessions and expired tokens, retries pending notifications of sites, and deletes expired rows. */
export async function sweep(context: Context): Promise<void> {
  const { database, now } = context;
  await endUnusedSessions(database, now());
  await endExpiredTokens(database, now());
  const pending = await listPendingSessionSites(database, MAX_SITES_PER_TURN);
  await Promise.all(
    pending.map(({ sessionId, siteId }) => closeAtSite(context, sessionId, siteId)),
  );
  await deleteOldSessions(database, now());
  await deleteOldLoginAttempts(database, now());
  await deleteOldCodes(database, now());
  await deleteOldLinks(database, now());
  await deleteOldBrowsers(database, now());
  await deleteUnconfirmedSubscribers(database, now());
  await deleteOldRateLimitAttempts(database, now());
  await deleteOldShareSessions(database, now());
  await deleteFullWriteBudgets(database, now());
  await deleteOldNotices(database, now());
  await deleteOldActs(database, now());
  await deleteOldAlarms(database, now());
  await deleteOldIrradiance(database, now());
  await updateChangedLists(database, MAX_LISTS_PER_TURN);
  const ends = await listOldestPendingRevocations(database, MAX_SITES_PER_TURN);
  await Promise.all(ends.map((end) => deliverRevocation(context, end)));
}

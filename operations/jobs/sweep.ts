import { endExpiredTokens } from "#database/access-tokens.ts";
import { deleteOldCodes } from "#database/codes.ts";
import { updateChangedLists } from "#database/kept-list.ts";
import { deleteOldBrowsers } from "#database/known-browsers.ts";
import { deleteOldLinks } from "#database/links.ts";
import { deleteOldLoginAttempts } from "#database/login-failures.ts";
import { listOldestPendingRevocations } from "#database/pending-revocations.ts";
import { deleteOldRateLimitAttempts } from "#database/rate-limit.ts";
import { listPendingSessionSites } from "#database/session-sites.ts";
import { deleteOldSessions, endUnusedSessions } from "#database/sessions.ts";
import { deleteOldShareSessions } from "#database/share-sessions.ts";
import { deleteUnconfirmedSubscribers } from "#database/subscribers.ts";
import { deleteFullWriteBudgets } from "#database/write-budgets.ts";
import { closeAtSite } from "../auth/close-sockets.ts";
import type { Context } from "../context.ts";
import { deliverRevocation } from "../members/deliver-revocations.ts";

/** So many sites are told in one turn; the rest have the next. */
const TOLD_AT_ONCE = 100;

/** Kept lists of users who do not look at them; the rest have the next turn. */
const LISTS_AT_ONCE = 20;

/**
 * Ends sessions that nobody uses and tokens that have expired, tells sites of ended ones that could not be told,
 * forgets what is past.
 */
export async function sweep(context: Context): Promise<void> {
  const { database, now } = context;
  await endUnusedSessions(database, now());
  await endExpiredTokens(database, now());
  const untold = await listPendingSessionSites(database, TOLD_AT_ONCE);
  await Promise.all(untold.map(({ sessionId, siteId }) => closeAtSite(context, sessionId, siteId)));
  await deleteOldSessions(database, now());
  await deleteOldLoginAttempts(database, now());
  await deleteOldCodes(database, now());
  await deleteOldLinks(database, now());
  await deleteOldBrowsers(database, now());
  await deleteUnconfirmedSubscribers(database, now());
  await deleteOldRateLimitAttempts(database, now());
  await deleteOldShareSessions(database, now());
  await deleteFullWriteBudgets(database, now());
  await updateChangedLists(database, LISTS_AT_ONCE);
  const ends = await listOldestPendingRevocations(database, TOLD_AT_ONCE);
  await Promise.all(ends.map((end) => deliverRevocation(context, end)));
}

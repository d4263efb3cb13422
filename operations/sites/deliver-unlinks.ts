import {
  listOldestPendingUnlinks,
  listPendingUnlinks,
  type PendingUnlink,
  removePendingUnlink,
} from "#database/sites/pending-unlinks.ts";
import { Problem } from "#domain/problem.ts";
import type { Context } from "../context.ts";

/** Sites notified per turn; the next turn continues. */
const MAX_SITES_PER_TURN = 100;

/**
 * Makes the site's object close the logger's socket, after the batch with `enqueueUnlink`. The job retries what cannot
 * be delivered; until then the database already refuses the secret.
 * @throws Problem unavailable if the site could not be notified
 */
export async function deliverUnlinks(context: Context, siteId: number): Promise<void> {
  const unlinks = await listPendingUnlinks(context.database, siteId);
  const delivered = await Promise.all(unlinks.map((unlink) => deliverUnlink(context, unlink)));
  if (delivered.includes(false)) throw new Problem("unavailable");
}

/** Retries unlinks that could not be delivered before. */
export async function retryPendingUnlinks(context: Context): Promise<void> {
  const unlinks = await listOldestPendingUnlinks(context.database, MAX_SITES_PER_TURN);
  await Promise.all(unlinks.map((unlink) => deliverUnlink(context, unlink)));
}

/** Returns false if the site could not be notified. */
async function deliverUnlink(context: Context, unlink: PendingUnlink): Promise<boolean> {
  try {
    await context.siteObject(unlink.siteId).unlinkLogger(unlink.serial);
  } catch (error) {
    context.log.error("a site could not be notified of an unlink", error);
    return false;
  }
  await removePendingUnlink(context.database, unlink);
  return true;
}

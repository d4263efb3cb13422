import {
  listOldestPendingUnlinks,
  listPendingUnlinks,
  type PendingUnlink,
  removePendingUnlink,
} from "#database/pending-unlinks.ts";
import { Problem } from "#domain/problem.ts";
import type { Context } from "../context.ts";

/** So many sites are told in one turn; the rest have the next. */
const TOLD_AT_ONCE = 100;

/**
 * Has the site's object close the logger's socket, after the batch with `enqueueUnlink`. What cannot be told stays on
 * record, for the job to tell it: its secret, or its site, is refused already.
 * @throws Problem unavailable where the site could not be told
 */
export async function deliverUnlinks(context: Context, siteId: number): Promise<void> {
  const unlinks = await listPendingUnlinks(context.database, siteId);
  const told = await Promise.all(unlinks.map((unlink) => tell(context, unlink)));
  if (told.includes(false)) throw new Problem("unavailable");
}

/** Tells sites of modules taken away what could not be told before. */
export async function retryPendingUnlinks(context: Context): Promise<void> {
  const unlinks = await listOldestPendingUnlinks(context.database, TOLD_AT_ONCE);
  await Promise.all(unlinks.map((unlink) => tell(context, unlink)));
}

/** False where the site could not be told. */
async function tell(context: Context, unlink: PendingUnlink): Promise<boolean> {
  try {
    await context.siteObject(unlink.siteId).unlinkLogger(unlink.serial);
  } catch (error) {
    context.log.error("a site could not be told of a module that was taken away", error);
    return false;
  }
  await removePendingUnlink(context.database, unlink);
  return true;
}

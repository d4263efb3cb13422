import {
  listOldestUntoldUnlinks,
  listUntoldUnlinks,
  removeUntoldUnlink,
  type UntoldUnlink,
} from "#database/untold-unlinks.ts";
import { Problem } from "#domain/problem.ts";
import type { Context } from "../context.ts";

/** So many sites are told in one turn; the rest have the next. */
const TOLD_AT_ONCE = 100;

/**
 * Has the site's object close the logger's socket, after the batch with `recordUnlink`. What cannot be told stays on
 * record, for the job to tell it: its secret, or its site, is refused already.
 * @throws Problem unavailable where the site could not be told
 */
export async function tellUnlinks(context: Context, siteId: number): Promise<void> {
  const unlinks = await listUntoldUnlinks(context.database, siteId);
  const told = await Promise.all(unlinks.map((unlink) => tell(context, unlink)));
  if (told.includes(false)) throw new Problem("unavailable");
}

/** Tells sites of modules taken away what could not be told before. */
export async function sweepUnlinks(context: Context): Promise<void> {
  const unlinks = await listOldestUntoldUnlinks(context.database, TOLD_AT_ONCE);
  await Promise.all(unlinks.map((unlink) => tell(context, unlink)));
}

/** False where the site could not be told. */
async function tell(context: Context, unlink: UntoldUnlink): Promise<boolean> {
  try {
    await context.siteObject(unlink.siteId).unlinkLogger(unlink.serial);
  } catch (error) {
    context.log.error("a site could not be told of a module that was taken away", error);
    return false;
  }
  await removeUntoldUnlink(context.database, unlink);
  return true;
}

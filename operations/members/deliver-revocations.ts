import {
  listPendingRevocations,
  type PendingRevocation,
  removePendingRevocation,
} from "#database/pending-revocations.ts";
import { Problem } from "#domain/problem.ts";
import type { Context } from "../context.ts";

type Told = Pick<Context, "database" | "siteObject" | "log">;

/**
 * Has the site's object close what ended there: called after the batch with `enqueueRevocation`, before the answer.
 * What cannot be told stays on record, for the sweep to tell it.
 * @throws Problem unavailable where the site could not be told
 */
export async function deliverRevocations(context: Told, siteId: number): Promise<void> {
  const ends = await listPendingRevocations(context.database, siteId);
  const told = await Promise.all(ends.map((end) => deliverRevocation(context, end)));
  if (told.includes(false)) throw new Problem("unavailable");
}

/** False where the site could not be told. */
export async function deliverRevocation(context: Told, end: PendingRevocation): Promise<boolean> {
  const { siteId, person, rightsVersion } = end;
  try {
    await context.siteObject(siteId).endViewers({ person, rightsVersion });
  } catch (error) {
    context.log.error("a site could not be told of a right that ended", error);
    return false;
  }
  await removePendingRevocation(context.database, end);
  return true;
}

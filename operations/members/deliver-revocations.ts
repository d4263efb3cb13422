import {
  listPendingRevocations,
  type PendingRevocation,
  removePendingRevocation,
} from "#database/members/pending-revocations.ts";
import { Problem } from "#domain/problem.ts";
import type { Context } from "../context.ts";

type RevocationDeps = Pick<Context, "database" | "siteObject" | "log">;

/**
 * Makes the site's object close the sockets of revoked users: called after the batch with `enqueueRevocation`, before
 * the answer. The sweep retries what cannot be delivered.
 * @throws Problem unavailable if the site could not be notified
 */
export async function deliverRevocations(context: RevocationDeps, siteId: number): Promise<void> {
  const ends = await listPendingRevocations(context.database, siteId);
  const delivered = await Promise.all(ends.map((end) => deliverRevocation(context, end)));
  if (delivered.includes(false)) throw new Problem("unavailable");
}

/** Returns false if the site could not be notified. */
export async function deliverRevocation(
  context: RevocationDeps,
  end: PendingRevocation,
): Promise<boolean> {
  const { siteId, person, rightsVersion } = end;
  try {
    await context.siteObject(siteId).endViewers({ person, rightsVersion });
  } catch (error) {
    context.log.error("a site could not be notified of a revocation", error);
    return false;
  }
  await removePendingRevocation(context.database, end);
  return true;
}

import { and, eq } from "drizzle-orm";
import type { Database } from "../connect.ts";
import { rolloutSites, rollouts } from "../schema/rollouts.ts";

/** Finds the open rollout in which a site is, of which there is at most one. */
export async function findOpenRollout(database: Database, siteId: number) {
  const [open] = await database
    .select({
      id: rollouts.id,
      authorId: rollouts.authorId,
      task: rollouts.task,
      status: rollouts.status,
      state: rolloutSites.state,
    })
    .from(rolloutSites)
    .innerJoin(rollouts, eq(rollouts.id, rolloutSites.rolloutId))
    .where(and(eq(rolloutSites.siteId, siteId), eq(rolloutSites.isOpen, true)));
  return open;
}

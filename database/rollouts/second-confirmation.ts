import { and, eq, getTableColumns, isNull, ne, sql } from "drizzle-orm";
import { SITE_ROLE } from "#domain/access/roles.ts";
import type { Database } from "../connect.ts";
import { memberships } from "../schema/members.ts";
import { rolloutSites, rollouts } from "../schema/rollouts.ts";
import { users } from "../schema/users.ts";

/** Number of sites that the author's started rollouts without a second confirmation began since ?3, or may begin. */
const UNAPPROVED = `select count(*) from rollouts one join rollout_sites site on site.rollout_id = one.id
  where one.author_id = rollouts.author_id and one.approver_id is null and one.started_at is not null
    and (one.ended_at is null or one.ended_at > ?3)
    and ((site.state = 'pending' and one.ended_at is null) or site.begun_at > ?3)`;

/**
 * Starts a checked rollout, unless it needs the second confirmation that it does not have. The sites of its author's
 * other rollouts are counted in the same statement, so that rollouts that start at once do not pass together.
 * @returns whether it was started
 */
export async function startChecked(
  { $client }: Database,
  id: number,
  { now, since, maxSites }: { now: number; since: number; maxSites: number },
): Promise<boolean> {
  const started = await $client
    .prepare(
      `update rollouts set status = 'running', started_at = ?2
       where id = ?1 and status = 'ready' and ended_at is null
         and (approver_id is not null or (needs_approval = 0
           and (select count(*) from rollout_sites where rollout_id = ?1 and state = 'pending')
             + (${UNAPPROVED}) <= ?4))
       returning id`,
    )
    .bind(id, now, since, maxSites)
    .all();
  return started.results.length === 1;
}

/** Maximum number of rollouts that are listed for a second confirmation. */
const MAX_WAITING = 20;

/** Lists rollouts of others that wait for a second confirmation which the user may make, oldest first. */
export async function listWaiting(
  database: Database,
  { userId, isOperator, now }: { userId: number; isOperator: boolean; now: number },
) {
  const isAdministrator = sql`not exists (
    select 1 from ${rolloutSites} left join ${memberships} on ${memberships.siteId} = ${rolloutSites.siteId}
      and ${memberships.userId} = ${userId} and ${memberships.role} = ${SITE_ROLE.administrator}
      and (${memberships.endsAt} is null or ${memberships.endsAt} > ${now})
    where ${rolloutSites.rolloutId} = ${rollouts.id} and ${rolloutSites.state} <> 'skipped'
      and ${memberships.userId} is null)`;
  return database
    .select({ ...getTableColumns(rollouts), by: users.name, approver: sql<string | null>`null` })
    .from(rollouts)
    .innerJoin(users, eq(users.id, rollouts.authorId))
    .where(
      and(
        isNull(rollouts.endedAt),
        eq(rollouts.status, "ready"),
        eq(rollouts.needsApproval, true),
        isNull(rollouts.approverId),
        ne(rollouts.authorId, userId),
        isOperator ? undefined : isAdministrator,
      ),
    )
    .orderBy(rollouts.id)
    .limit(MAX_WAITING);
}

/** Stores the second confirmation of a rollout that was not begun. @returns whether it was open for one */
export async function approveRollout(
  database: Database,
  id: number,
  approverId: number,
): Promise<boolean> {
  const approved = await database
    .update(rollouts)
    .set({ approverId })
    .where(
      and(
        eq(rollouts.id, id),
        eq(rollouts.status, "ready"),
        isNull(rollouts.approverId),
        sql`${rollouts.authorId} <> ${approverId}`,
      ),
    )
    .returning({ id: rollouts.id });
  return approved.length === 1;
}

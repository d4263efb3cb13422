import { and, desc, eq, getTableColumns, isNull, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { RolloutProgress } from "#domain/rollouts/advance-rollout.ts";
import type { RolloutTask } from "#domain/rollouts/rollout.ts";
import type { RolloutStatus, StopReason } from "#domain/rollouts/states.ts";
import type { Database } from "../connect.ts";
import { rollouts } from "../schema/rollouts.ts";
import { users } from "../schema/users.ts";

export type StoredRollout = typeof rollouts.$inferSelect;

/** Maximum number of open rollouts of one user. */
export const MAX_OPEN_ROLLOUTS = 5;

export type NewRollout = {
  authorId: number;
  task: RolloutTask;
  plan: unknown;
  undoes: number | null;
  /** Whether it runs at once, because its sites were checked by the caller. */
  isChecked?: boolean;
  now: number;
};
/** A site of a new rollout, and the change that is undone there. */
export type NewRolloutSite = { siteId: number; undoRef: string | null };

/**
 * Stores a rollout with its sites in their order.
 * @returns its number; null if a site is in another open rollout, or if its author has too many open ones
 */
export async function addRollout(
  { $client }: Database,
  { authorId, task, plan, undoes, now, isChecked = false }: NewRollout,
  sites: readonly NewRolloutSite[],
): Promise<number | null> {
  const list = JSON.stringify(sites.map(({ siteId, undoRef }) => [siteId, undoRef]));
  const isFree = `(select count(*) from rollouts where author_id = ?1 and ended_at is null) < ${MAX_OPEN_ROLLOUTS}
    and not exists (select 1 from rollout_sites open join json_each(?6) asked on asked.value ->> 0 = open.site_id
      where open.is_open = 1)`;
  const [made] = await $client.batch<{ id: number }>([
    $client
      .prepare(
        `insert into rollouts (author_id, task, plan, undoes, status, created_at, started_at)
         select ?1, ?2, ?3, ?4, ?7, ?5, ?8 where ${isFree} returning id`,
      )
      .bind(
        ...[authorId, JSON.stringify(task), JSON.stringify(plan), undoes, now, list],
        ...(isChecked ? ["running", now] : ["checking", null]),
      ),
    // The rollout of this batch is the newest one, and changes() is the number of rows that its statement inserted.
    $client
      .prepare(
        `insert into rollout_sites (rollout_id, position, site_id, state, undo_ref, is_open)
         select (select max(id) from rollouts), key, value ->> 0, ?2, value ->> 1, 1
         from json_each(?1) where changes() = 1`,
      )
      .bind(list, isChecked ? "pending" : "unchecked"),
  ]);
  return made?.results[0]?.id ?? null;
}

const approvers = alias(users, "approvers");
const named = {
  ...getTableColumns(rollouts),
  // A batch of D1 returns columns by name.
  by: sql<string | null>`${users.name}`.as("by_name"),
  approver: sql<string | null>`${approvers.name}`.as("approver_name"),
};

/** Finds a rollout with the names of its author and approver. */
export async function findRollout(database: Database, id: number) {
  const [found] = await database
    .select(named)
    .from(rollouts)
    .leftJoin(users, eq(users.id, rollouts.authorId))
    .leftJoin(approvers, eq(approvers.id, rollouts.approverId))
    .where(eq(rollouts.id, id));
  return found;
}

export async function listRollouts(
  database: Database,
  authorId: number,
  { page, size }: { page: number; size: number },
) {
  const own = eq(rollouts.authorId, authorId);
  const [total, rows] = await Promise.all([
    database.$count(rollouts, own),
    database
      .select(named)
      .from(rollouts)
      .leftJoin(users, eq(users.id, rollouts.authorId))
      .leftJoin(approvers, eq(approvers.id, rollouts.approverId))
      .where(own)
      .orderBy(desc(rollouts.id))
      .limit(size)
      .offset((page - 1) * size),
  ]);
  return { total, rows };
}

/** Stops checked rollouts that were not started in time; their sites may join others. */
export async function expireReady(
  { $client }: Database,
  { before, reason }: { before: number; reason: StopReason },
): Promise<void> {
  await $client
    .prepare(
      `update rollouts set status = 'stopped', reason = ?2
       where ended_at is null and status = 'ready' and created_at < ?1`,
    )
    .bind(before, reason)
    .run();
}

/** Takes rollouts that another run of the job does not advance, those that waited longest first. */
export async function leaseRollouts(
  { $client }: Database,
  { now, until, limit }: { now: number; until: number; limit: number },
): Promise<number[]> {
  const { results } = await $client
    .prepare(
      `update rollouts set leased_until = ?2 where id in (
         select id from rollouts where ended_at is null and status <> 'ready' and leased_until <= ?1
         order by leased_until limit ?3) returning id`,
    )
    .bind(now, until, limit)
    .all<{ id: number }>();
  return results.map(({ id }) => id);
}

/** Ends a lease; `at` orders the rollouts of the next run. */
export async function endLease(database: Database, id: number, at: number): Promise<void> {
  await database.update(rollouts).set({ leasedUntil: at }).where(eq(rollouts.id, id));
}

/** Stores the progress of a rollout that still runs; a stop by a user takes precedence. */
export async function saveProgress(
  database: Database,
  id: number,
  { status, wave, reason }: RolloutProgress,
): Promise<void> {
  await database
    .update(rollouts)
    .set({ status, wave, reason })
    .where(and(eq(rollouts.id, id), eq(rollouts.status, "running")));
}

/** Ends a rollout of which no site is in progress; its sites may join others. */
export async function endRollout({ $client }: Database, id: number, now: number): Promise<void> {
  await $client.batch([
    $client
      .prepare(`update rollouts set ended_at = ?2 where id = ?1 and ended_at is null`)
      .bind(id, now),
    $client
      .prepare(`update rollout_sites set is_open = 0 where rollout_id = ?1 and is_open = 1`)
      .bind(id),
  ]);
}

/** Changes the status if it is still the expected one. @returns whether it was */
export async function changeStatus(
  database: Database,
  id: number,
  from: RolloutStatus,
  to: Partial<Pick<StoredRollout, "status" | "reason" | "startedAt" | "needsApproval">>,
): Promise<boolean> {
  const changed = await database
    .update(rollouts)
    .set(to)
    .where(and(eq(rollouts.id, id), eq(rollouts.status, from), isNull(rollouts.endedAt)))
    .returning({ id: rollouts.id });
  return changed.length === 1;
}

import { and, asc, eq, gt, inArray, isNull, or } from "drizzle-orm";
import type { MemberRole } from "#domain/access/roles.ts";
import type { RolloutCounts } from "#domain/rollouts/advance-rollout.ts";
import { type SiteState, STATES_IN_PROGRESS } from "#domain/rollouts/states.ts";
import type { Database } from "../connect.ts";
import { memberships } from "../schema/members.ts";
import { rolloutSites } from "../schema/rollouts.ts";
import { sites } from "../schema/sites.ts";
import type { NewRolloutSite } from "./rollouts.ts";

export type RolloutSite = typeof rolloutSites.$inferSelect;

type SiteCounts = RolloutCounts & { unchecked: number; skipped: number };

/** Counts the sites of a rollout by state, without reading them. */
export async function countSites(database: Database, id: number): Promise<SiteCounts> {
  return (await countSitesOfEach(database, [id])).get(id) ?? sum([]);
}

/** Counts the sites of several rollouts by state; a rollout without sites is absent. */
export async function countSitesOfEach(
  { $client }: Database,
  ids: readonly number[],
): Promise<ReadonlyMap<number, SiteCounts>> {
  const { results } = await $client
    .prepare(
      `select rollout_id as id, state, count(*) as n from rollout_sites
       where rollout_id in (select value from json_each(?1)) group by rollout_id, state`,
    )
    .bind(JSON.stringify(ids))
    .all<{ id: number; state: SiteState; n: number }>();
  const byRollout = Map.groupBy(results, ({ id }) => id);
  return new Map([...byRollout].map(([id, rows]) => [id, sum(rows)]));
}

function sum(rows: readonly { state: SiteState; n: number }[]): SiteCounts {
  const of = (...states: readonly SiteState[]) =>
    rows.filter(({ state }) => states.includes(state)).reduce((total, { n }) => total + n, 0);
  return {
    unchecked: of("unchecked"),
    pending: of("pending"),
    skipped: of("skipped"),
    inProgress: of(...STATES_IN_PROGRESS),
    succeeded: of("succeeded"),
    failed: of("failed"),
  };
}

/** Lists sites in some states, in the order of the rollout. */
export async function listSitesIn(
  database: Database,
  id: number,
  states: readonly SiteState[],
  limit: number,
): Promise<RolloutSite[]> {
  return database
    .select()
    .from(rolloutSites)
    .where(and(eq(rolloutSites.rolloutId, id), inArray(rolloutSites.state, [...states])))
    .orderBy(asc(rolloutSites.position))
    .limit(limit);
}

/**
 * Lists a page of the sites of a rollout with their names and the role of a user there; null for a site to which the
 * user has no access.
 */
export async function pageSites(
  database: Database,
  id: number,
  { userId, now }: { userId: number; now: number },
  { page, size, states }: { page: number; size: number; states?: readonly SiteState[] | undefined },
) {
  const held = and(
    eq(memberships.siteId, rolloutSites.siteId),
    eq(memberships.userId, userId),
    or(isNull(memberships.endsAt), gt(memberships.endsAt, now)),
  );
  return database
    .select({
      siteId: rolloutSites.siteId,
      name: sites.name,
      role: memberships.role,
      state: rolloutSites.state,
      reason: rolloutSites.reason,
      begunAt: rolloutSites.begunAt,
      due: rolloutSites.due,
      endedAt: rolloutSites.endedAt,
    })
    .from(rolloutSites)
    .innerJoin(sites, eq(sites.id, rolloutSites.siteId))
    .leftJoin(memberships, held)
    .where(
      and(
        eq(rolloutSites.rolloutId, id),
        states === undefined ? undefined : inArray(rolloutSites.state, [...states]),
      ),
    )
    .orderBy(asc(rolloutSites.position))
    .limit(size)
    .offset((page - 1) * size);
}

/** Lists the states of all sites of a rollout in its order. */
export async function listStates(database: Database, id: number): Promise<SiteState[]> {
  const rows = await database
    .select({ state: rolloutSites.state })
    .from(rolloutSites)
    .where(eq(rolloutSites.rolloutId, id))
    .orderBy(asc(rolloutSites.position));
  return rows.map(({ state }) => state);
}

/** Returns those of the sites that are in an open rollout. */
export async function listOpenSites(
  { $client }: Database,
  siteIds: readonly number[],
  limit: number,
): Promise<number[]> {
  const { results } = await $client
    .prepare(
      `select open.site_id as id from rollout_sites open join json_each(?1) wanted on wanted.value = open.site_id
       where open.is_open = 1 limit ?2`,
    )
    .bind(JSON.stringify(siteIds), limit)
    .all<{ id: number }>();
  return results.map(({ id }) => id);
}

export type SiteStep = Partial<
  Pick<RolloutSite, "state" | "reason" | "ref" | "begunAt" | "due" | "endedAt" | "isOpen">
>;

/** Stores the next state of a site, if it still has the state that it was derived from. */
export async function saveStep(
  database: Database,
  { rolloutId, position, state }: RolloutSite,
  step: SiteStep,
): Promise<void> {
  await database
    .update(rolloutSites)
    .set(step)
    .where(
      and(
        eq(rolloutSites.rolloutId, rolloutId),
        eq(rolloutSites.position, position),
        eq(rolloutSites.state, state),
      ),
    );
}

/** Finds what the last status events say of a site. */
export async function findSiteHealth(database: Database, siteId: number) {
  const [site] = await database
    .select({ online: sites.online, status: sites.status, alarm: sites.alarm })
    .from(sites)
    .where(eq(sites.id, siteId));
  return site;
}

/** Counts those of the sites at which a user has one of these roles. */
export async function countSitesOf(
  { $client }: Database,
  who: { userId: number; roles: readonly MemberRole[]; now: number },
  siteIds: readonly number[],
): Promise<number> {
  const row = await $client
    .prepare(
      `select count(*) as n from json_each(?1) asked
       join sites site on site.id = asked.value and site.deleted_at is null
       join memberships held on held.site_id = site.id and held.user_id = ?2
       where held.role in (select value from json_each(?3)) and (held.ends_at is null or held.ends_at > ?4)`,
    )
    .bind(JSON.stringify(siteIds), who.userId, JSON.stringify(who.roles), who.now)
    .first<{ n: number }>();
  return row?.n ?? 0;
}

/** Counts the sites of a rollout, and those of them of which a user is an administrator. */
export async function countAdministered(
  { $client }: Database,
  rolloutId: number,
  who: { userId: number; roles: readonly MemberRole[]; now: number },
): Promise<{ total: number; administered: number }> {
  const row = await $client
    .prepare(
      `select count(*) as total, count(held.user_id) as administered from rollout_sites one
       left join memberships held on held.site_id = one.site_id and held.user_id = ?2
         and held.role in (select value from json_each(?3)) and (held.ends_at is null or held.ends_at > ?4)
       where one.rollout_id = ?1 and one.state <> 'skipped'`,
    )
    .bind(rolloutId, who.userId, JSON.stringify(who.roles), who.now)
    .first<{ total: number; administered: number }>();
  return row ?? { total: 0, administered: 0 };
}

/** Lists the sites of a rollout that it changed, for its undoing, with the id of the change. */
export async function listChangedSites(
  database: Database,
  rolloutId: number,
  limit: number,
): Promise<NewRolloutSite[]> {
  const rows = await database
    .select({ siteId: rolloutSites.siteId, undoRef: rolloutSites.ref })
    .from(rolloutSites)
    .where(
      and(
        eq(rolloutSites.rolloutId, rolloutId),
        inArray(rolloutSites.state, ["succeeded", "failed"]),
      ),
    )
    .orderBy(asc(rolloutSites.position))
    .limit(limit);
  return rows.filter(({ undoRef }) => undoRef !== null);
}

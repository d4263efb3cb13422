import { type SQL, sql } from "drizzle-orm";
import type { Database } from "../connect.ts";
import { prepareQuery, runQuery } from "../prepared-query.ts";
import { MAX_UNKEPT_SITES, prepareList } from "./kept-list.ts";
import {
  ENDED,
  LASTS,
  type SiteScope,
  STATUS,
  STATUS_OF_SITE,
  USER,
  written,
} from "./site-index.ts";

/** A filter and the number of a user's sites it selects. */
export type CountedFacet = { facet: string; sites: number };

/** Lists every filter that selects any of a user's sites. */
export async function countFacets(database: Database, scope: SiteScope): Promise<CountedFacet[]> {
  const { userId, siteIds, now } = scope;
  const values = { userId, now, reached: JSON.stringify(siteIds) };
  if (siteIds !== null) return runQuery(database, ofReached(database, values));
  const isKept = await prepareList(database, scope);
  return runQuery(database, (isKept ? ofKept : ofMemberships)(database, values));
}

/** Lists the statuses of all sites of a user, with at most three rows read of each of few sites, else one a status. */
export async function countStatuses(database: Database, scope: SiteScope): Promise<CountedFacet[]> {
  const { userId, siteIds, now } = scope;
  if (siteIds === null) return runQuery(database, ofStatuses(database, { userId, now }));
  const facets = await countFacets(database, scope);
  return facets.filter(({ facet }) => facet.startsWith(STATUS));
}

const counted = { facet: true, sites: true };

/**
 * The kept counts, minus the few expired memberships that are not deleted yet.
 * @param from the first facet, and the first one that no longer counts
 */
const keptCounts = (from: string, below: string) => sql`
    select kept.facet as "facet", kept.sites - coalesce(ended.sites, 0) as "sites"
    from kept_counts kept
    left join (
      select kept_facets.facet as facet, count(*) as sites
      from (select site_id from ${ENDED}) gone
      cross join sites on sites.id = gone.site_id
      cross join kept_counts on kept_counts.user_id = ${USER}
        and kept_counts.facet >= ${sql.raw(`'${from}'`)} and kept_counts.facet < ${sql.raw(`'${below}'`)}
      cross join kept_facets on kept_facets.user_id = ${USER} and kept_facets.facet = kept_counts.facet
        and kept_facets.sort_name = sites.sort_name and kept_facets.site_id = sites.id
      group by kept_facets.facet
    ) ended on ended.facet = kept.facet
    where kept.user_id = ${USER} and kept.sites > coalesce(ended.sites, 0)
      and kept.facet >= ${sql.raw(`'${from}'`)} and kept.facet < ${sql.raw(`'${below}'`)}`;

const ofKept = prepareQuery<CountedFacet>(counted, written(keptCounts("", "\u{10ffff}")));

/** Counts of the statuses; the sites themselves are counted if the list is not kept. */
const ofStatuses = prepareQuery<CountedFacet>(
  counted,
  written(sql`
    ${keptCounts(STATUS, "status;")}
    union all
    select ${sql.raw(`'${STATUS}'`)} || ${sql.raw(STATUS_OF_SITE)}, count(*) from (
      select memberships.site_id
      from (select 1 where not exists (select 1 from kept_lists where user_id = ${USER})) unkept
      cross join memberships on memberships.user_id = ${USER} and ${LASTS}
      limit ${sql.raw(`${MAX_UNKEPT_SITES}`)}) listed
    cross join sites on sites.id = listed.site_id and sites.deleted_at is null
    group by 1`),
);

/**
 * The facets of a few sites.
 * @param found valid memberships, as `memberships`
 */
const counting = (found: SQL) =>
  prepareQuery<CountedFacet>(
    counted,
    written(sql`
      with reached as materialized (
        select ${sql.raw(STATUS_OF_SITE)} as status, sites.country, sites.tags from ${found}
        cross join sites on sites.id = memberships.site_id and sites.deleted_at is null)
      select facet as "facet", count(*) as "sites" from (
        select 'all' as facet from reached
        union all select 'status:' || status from reached
        union all select 'country:' || country from reached where country <> ''
        union all select 'tag:' || value from reached, json_each(reached.tags)
      ) group by facet`),
  );

const ofReached = counting(sql`
  json_each(${sql.placeholder("reached")}) wanted
  cross join memberships on memberships.user_id = ${USER} and memberships.site_id = wanted.value and ${LASTS}`);
const ofMemberships = counting(
  sql`(select site_id from memberships where user_id = ${USER} and ${LASTS}) memberships`,
);

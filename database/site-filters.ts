import { type SQL, sql } from "drizzle-orm";
import type { Database } from "./connect.ts";
import { prepareList } from "./kept-list.ts";
import { ask, prepareQuestion } from "./question.ts";
import { ENDED, LASTS, USER, type Whose, written } from "./site-index.ts";

/** A filter, and how many of somebody's sites it leaves. */
export type CountedFacet = { facet: string; sites: number };

/** Every filter that leaves some of somebody's sites. */
export async function countFacets(database: Database, whose: Whose): Promise<CountedFacet[]> {
  const { userId, siteIds, now } = whose;
  const values = { userId, now, reached: JSON.stringify(siteIds) };
  if (siteIds !== null) return ask(database, ofReached(database, values));
  const isKept = await prepareList(database, whose);
  return ask(database, (isKept ? ofKept : ofMemberships)(database, values));
}

const counted = { facet: true, sites: true };

/** As kept, but for rights that have ended and are not swept yet: those few are looked at. */
const ofKept = prepareQuestion<CountedFacet>(
  counted,
  written(sql`
    select kept.facet as "facet", kept.sites - coalesce(ended.sites, 0) as "sites"
    from kept_counts kept
    left join (
      select kept_facets.facet as facet, count(*) as sites
      from (select site_id from ${ENDED}) gone
      cross join sites on sites.id = gone.site_id
      cross join kept_counts on kept_counts.user_id = ${USER}
      cross join kept_facets on kept_facets.user_id = ${USER} and kept_facets.facet = kept_counts.facet
        and kept_facets.sort_name = sites.sort_name and kept_facets.site_id = sites.id
      group by kept_facets.facet
    ) ended on ended.facet = kept.facet
    where kept.user_id = ${USER} and kept.sites > coalesce(ended.sites, 0)`),
);

/** The facets of a few sites. @param found memberships that count, as `memberships` */
const counting = (found: SQL) =>
  prepareQuestion<CountedFacet>(
    counted,
    written(sql`
      with reached as materialized (
        select sites.status, sites.country, sites.tags from ${found}
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

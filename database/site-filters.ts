import { sql } from "drizzle-orm";
import type { Database } from "./connect.ts";
import { ask, prepareQuestion } from "./question.ts";
import { ENDED, LASTS, USER, type Whose, written } from "./site-index.ts";

/** A filter, and how many of somebody's sites it leaves. */
export type CountedFacet = { facet: string; sites: number };

/** Every filter that leaves some of somebody's sites. */
export async function countFacets(database: Database, whose: Whose): Promise<CountedFacet[]> {
  const { userId, siteIds, now } = whose;
  const values = { userId, now, reached: JSON.stringify(siteIds) };
  return ask(database, (siteIds === null ? ofAll : ofReached)(database, values));
}

const counted = { facet: true, sites: true };

/** As kept, but for rights that have ended and are not swept yet: those few are looked at. */
const ofAll = prepareQuestion<CountedFacet>(
  counted,
  written(sql`
    select kept.facet as "facet", kept.sites - coalesce(ended.sites, 0) as "sites"
    from site_counts kept
    left join (
      select site_list.facet as facet, count(*) as sites
      from (select site_id from ${ENDED}) gone
      cross join sites on sites.id = gone.site_id
      cross join site_counts on site_counts.user_id = ${USER}
      cross join site_list on site_list.user_id = ${USER} and site_list.facet = site_counts.facet
        and site_list.sort_name = sites.sort_name and site_list.site_id = sites.id
      group by site_list.facet
    ) ended on ended.facet = kept.facet
    where kept.user_id = ${USER} and kept.sites > coalesce(ended.sites, 0)`),
);

const ofReached = prepareQuestion<CountedFacet>(
  counted,
  written(sql`
    with reached as materialized (
      select sites.status, sites.country, sites.tags
      from json_each(${sql.placeholder("reached")}) wanted
      cross join memberships on memberships.user_id = ${USER} and memberships.site_id = wanted.value and ${LASTS}
      cross join sites on sites.id = memberships.site_id and sites.deleted_at is null)
    select facet as "facet", count(*) as "sites" from (
      select 'all' as facet from reached
      union all select 'status:' || status from reached
      union all select 'country:' || country from reached where country <> ''
      union all select 'tag:' || value from reached, json_each(reached.tags)
    ) group by facet`),
);

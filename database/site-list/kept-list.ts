import { sql } from "drizzle-orm";
import type { Database } from "../connect.ts";
import { prepareQuery, runQuery } from "../prepared-query.ts";
import { RANK_OF_SITE, type SiteScope, STATUS_OF_SITE, USER, written } from "./site-index.ts";

/** Maximum number of sites of a user without a kept list; such a list is computed when it is read. */
export const MAX_UNKEPT_SITES = 100;
/** Maximum number of changes, over all sites, that are searched for the user's own; beyond it the list is updated. */
const MAX_CHANGES_SEARCHED = 500;

/** State of a user's list. */
export type ListState = {
  /** The version of the sites that the list contains; null if no list is kept. */
  version: number | null;
  /** 1 if a site or a membership of the list has changed since then. */
  isStale: 0 | 1;
  /** Number of memberships if no list is kept, counted up to one more than `MAX_UNKEPT_SITES`. */
  memberships: number;
};

const state = prepareQuery<ListState>(
  { version: true, isStale: true, memberships: true },
  written(sql`
    select kept.version as "version",
      case
        when kept.version is null then 0
        when exists (select 1 from kept_list_changes where user_id = ${USER}) then 1
        when (select max(list_version) from sites) - kept.version > ${sql.raw(`${MAX_CHANGES_SEARCHED}`)} then 1
        else exists (
          select 1 from sites indexed by sites_list_version
          cross join memberships on memberships.user_id = ${USER} and memberships.site_id = sites.id
          where sites.list_version > kept.version)
      end as "isStale",
      case when kept.version is not null then 0 else (
        select count(*) from (
          select 1 from memberships where user_id = ${USER} limit ${sql.raw(`${MAX_UNKEPT_SITES + 1}`)}))
      end as "memberships"
    from (select 1) left join kept_lists kept on kept.user_id = ${USER}`),
);

/** Query for the state of a user's list. */
export function listStateQuery(database: Database, { userId }: Pick<SiteScope, "userId">) {
  return state(database, { userId });
}

/** Checks whether a list must be built or updated before it is read. */
export function isOutdated({ version, isStale, memberships }: ListState): boolean {
  return version === null ? memberships > MAX_UNKEPT_SITES : isStale === 1;
}

/** Updates a user's kept list. Returns false if the user has so few sites that no list is kept. */
export async function prepareList(
  database: Database,
  scope: Pick<SiteScope, "userId">,
): Promise<boolean> {
  const [found] = await runQuery(database, listStateQuery(database, scope));
  if (found === undefined) return false;
  if (isOutdated(found)) await updateList(database, scope, found);
  return found.version !== null || isOutdated(found);
}

/**
 * Updates a user's list with the sites and memberships that have changed. The changed ids are determined first and read
 * again in one transaction, which therefore includes any later changes; two concurrent runs are harmless.
 */
export async function updateList(
  database: Database,
  { userId }: Pick<SiteScope, "userId">,
  { version }: Pick<ListState, "version">,
): Promise<void> {
  const client = database.$client;
  const seen = version ?? -1;
  const changed = await client
    .prepare(CHANGED_SITES)
    .bind(userId, seen)
    .first<{ version: number; siteIds: string }>();
  const siteIds = changed?.siteIds ?? "[]";
  await client.batch([
    client.prepare(REMEMBER_VERSION).bind(userId, changed?.version ?? 0),
    ...UPDATES.map((text) => client.prepare(text).bind(userId, siteIds)),
    client.prepare("delete from kept_counts where user_id = ?1 and sites < 1").bind(userId),
  ]);
}

/** Updates the lists that have lost or gained sites, so that nothing of a deleted site stays in them. */
export async function updateChangedLists(database: Database, limit: number): Promise<void> {
  const { results } = await database.$client
    .prepare(
      `select user_id as userId, version from kept_lists
       where user_id in (select distinct user_id from kept_list_changes limit ?1)`,
    )
    .bind(limit)
    .all<{ userId: number; version: number }>();
  for (const { userId, version } of results) await updateList(database, { userId }, { version });
}

/**
 * Query for the changed sites. It looks up each of a few changes among the user's memberships; for many changes, it
 * reads each membership's site instead. Either way the version is of the same moment.
 */
const CHANGED_SITES = `
  with current as (select coalesce(max(list_version), 0) as version from sites)
  select (select version from current) as version, (
    select json_group_array(site_id) from (
      select sites.id as site_id
      from (select 1 from current where ?2 >= 0 and version - ?2 <= 5000)
      cross join sites indexed by sites_list_version on sites.list_version > ?2
      cross join memberships on memberships.user_id = ?1 and memberships.site_id = sites.id
      union
      select memberships.site_id from (select 1 from current where ?2 < 0 or version - ?2 > 5000)
      cross join memberships on memberships.user_id = ?1
      cross join sites on sites.id = memberships.site_id and sites.list_version > ?2
      union
      select site_id from kept_list_changes where user_id = ?1
    )) as siteIds`;

const REMEMBER_VERSION = `
  insert into kept_lists (user_id, version) values (?1, ?2)
  on conflict (user_id) do update set version = max(version, excluded.version)`;

/** Conditions for the list's current rows of the changed sites, and for the rows it must have. */
const OF_CHANGED = "user_id = ?1 and site_id in (select value from json_each(?2))";
const HAS = `select * from kept_sites where ${OF_CHANGED}`;
const WANTS = `
  select m.user_id, sites.id as site_id, sites.sort_name, sites.created_at, ${STATUS_OF_SITE} as status,
    ${RANK_OF_SITE} as rank, coalesce(sites.status_since, 0) as since, sites.country, sites.tags, sites.words,
    m.role, m.ends_at
  from json_each(?2) changed
  cross join memberships m on m.user_id = ?1 and m.site_id = changed.value
  cross join sites on sites.id = m.site_id and sites.deleted_at is null`;

const facetsOf = (sites: string) => `
  select 'all' as facet, * from (${sites})
  union all select 'country:' || country, * from (${sites}) where country <> ''
  union all select 'tag:' || tag.value, site.* from (${sites}) site, json_each(site.tags) tag`;
const allFacetsOf = (sites: string) =>
  `${facetsOf(sites)} union all select 'status:' || status, * from (${sites})`;

/** Statements that replace only the rows of a table that differ. */
function replaceRows(table: string, { key, columns, of }: Replaced): string[] {
  const rows = (sites: string) => `select ${columns} from (${of(sites)})`;
  return [
    `delete from ${table} where (user_id, ${key}) in (
      select ?1, ${key} from (${rows(HAS)} except ${rows(WANTS)}))`,
    `insert into ${table} (user_id, ${columns})
      select ?1, * from (${rows(WANTS)} except ${rows(HAS)})`,
  ];
}
type Replaced = { key: string; columns: string; of: (sites: string) => string };

const UPDATES = [
  `insert into kept_counts (user_id, facet, sites)
    select ?1, facet, sum(difference) from (
      select facet, -1 as difference from (${allFacetsOf(HAS)})
      union all select facet, 1 from (${allFacetsOf(WANTS)})
    ) group by facet having sum(difference) <> 0
    on conflict (user_id, facet) do update set sites = sites + excluded.sites`,
  ...replaceRows("kept_facets", {
    key: "facet, sort_name, site_id",
    columns: "facet, sort_name, site_id, created_at, role, ends_at",
    of: allFacetsOf,
  }),
  ...replaceRows("kept_ranks", {
    key: "facet, rank, since, site_id",
    columns: "facet, rank, since, site_id, role, ends_at",
    of: facetsOf,
  }),
  ...replaceRows("kept_words", {
    key: "word, site_id",
    columns: "word, site_id",
    of: (sites) =>
      `select word.value as word, site.site_id from (${sites}) site, json_each(site.words) word`,
  }),
  `delete from kept_sites where ${OF_CHANGED}`,
  `insert into kept_sites (
    user_id, site_id, sort_name, created_at, status, rank, since, country, tags, words, role, ends_at
  ) ${WANTS}`,
  `delete from kept_list_changes where ${OF_CHANGED}`,
];

import { type SQL, sql } from "drizzle-orm";
import type { SiteListOrder, SiteListQuery } from "#domain/sites/site-list.ts";
import type { Database } from "../connect.ts";
import { prepareQuery } from "../prepared-query.ts";
import type { Width } from "./site-columns.ts";
import {
  ALL,
  ENDED,
  facetsOf,
  LASTS,
  type SiteRef,
  type SiteScope,
  STATUS,
  STORED_STATUSES,
  USER,
  type Window,
  written,
} from "./site-index.ts";

/** Query for one page of a kept list. */
export function pageQuery<Row>(
  database: Database,
  scope: SiteScope,
  query: SiteListQuery,
  { width, ...window }: Window & { width: Width<Row> },
) {
  const { facets, values } = valuesOf(scope, query, window);
  return prepareRows(query.order, facets.length, width)(database, values);
}

/** Query for references to the sites of that page. */
export function siteRefQuery(
  database: Database,
  scope: SiteScope,
  query: SiteListQuery,
  window: Window,
) {
  const { facets, values } = valuesOf(scope, query, window);
  return prepareSiteRefs(query.order, facets.length)(database, values);
}

/** Query for the number of sites in a kept list. */
export function totalQuery(database: Database, { userId, now }: SiteScope, query: SiteListQuery) {
  const facets = JSON.stringify(facetsOf(query.filter)[0] ?? [ALL]);
  return total(database, { userId, now, facets });
}

/** Returns the facets and parameters of a query. Sorting by status uses the facet `all`, sorted by rank. */
function valuesOf(scope: SiteScope, { filter, order }: SiteListQuery, window: Window) {
  const wanted = facetsOf(filter)[0] ?? [ALL];
  const isRanked = order.by === "status";
  const isByStatus = wanted[0]?.startsWith(STATUS) === true;
  const facets = isRanked && isByStatus ? [ALL] : wanted;
  const ranks = STORED_STATUSES.flatMap((status, rank) =>
    isByStatus && !wanted.includes(STATUS + status) ? [] : [rank],
  );
  const arms = Object.fromEntries(facets.map((facet, arm) => [nameOf(arm), facet]));
  const { userId, now } = scope;
  return { facets, values: { userId, now, ranks: JSON.stringify(ranks), ...arms, ...window } };
}

const nameOf = (arm: number) => `facet${arm}`;

type Prepare<Row> = ReturnType<typeof prepareQuery<Row>>;
const prepared = new Map<string, Prepare<never>>();

/** Returns the query of a kind of list, made once, because there are few kinds. */
function remember<Row>(key: string, make: () => Prepare<Row>): Prepare<Row> {
  const known = prepared.get(key);
  if (known !== undefined) return known as Prepare<Row>;
  const made = make();
  prepared.set(key, made as Prepare<never>);
  return made;
}

function prepareRows<Row>(order: SiteListOrder, arms: number, width: Width<Row>) {
  const { by, direction } = order;
  const to = sql.raw(direction);
  return remember(`${by} ${direction} ${arms} ${width.name}`, () =>
    prepareQuery<Row>(
      width.columns,
      written(sql`
        select ${width.selected} from (${indexRange(order, arms)}) picked
        cross join sites on sites.id = picked.site_id ${width.joins}
        order by picked.first ${to}, picked.second ${to}, picked.site_id ${to}`),
    ),
  );
}

function prepareSiteRefs(order: SiteListOrder, arms: number) {
  return remember(`${order.by} ${order.direction} ${arms}`, () =>
    prepareQuery<SiteRef>(
      { siteId: true, role: true },
      written(sql`select site_id as "siteId", role as "role" from (${indexRange(order, arms)})`),
    ),
  );
}

const WINDOW = sql`limit ${sql.placeholder("limit")} offset ${sql.placeholder("offset")}`;

/** SQL that merges several facets in order, at most `MAX_MERGED_FACETS`. */
function indexRange({ by, direction }: SiteListOrder, arms: number): SQL {
  const to = sql.raw(direction);
  if (by === "status")
    return sql`
      select site_id, role, rank as first, since as second from kept_ranks
      where user_id = ${USER} and facet = ${sql.placeholder(nameOf(0))}
        and rank in (select value from json_each(${sql.placeholder("ranks")})) and ${LASTS}
      order by rank ${to}, since ${to}, site_id ${to} ${WINDOW}`;
  const first = sql.raw(by === "name" ? "sort_name" : "created_at");
  const facets = Array.from(
    { length: arms },
    (_, arm) => sql`
      select site_id, role, ${first} as first, 0 as second from kept_facets
      where user_id = ${USER} and facet = ${sql.placeholder(nameOf(arm))} and ${LASTS}`,
  );
  return sql`${sql.join(facets, sql` union all `)} order by first ${to}, site_id ${to} ${WINDOW}`;
}

/** Query for the total: the kept counts less the few expired memberships that are not deleted yet. */
const total = prepareQuery<{ total: number }>(
  { total: true },
  written(sql`
    select (
      select coalesce(sum(sites), 0) from kept_counts
      where user_id = ${USER} and facet in (select value from json_each(${sql.placeholder("facets")}))
    ) - (
      select count(*) from (select site_id from ${ENDED}) ended
      cross join sites on sites.id = ended.site_id
      cross join json_each(${sql.placeholder("facets")}) wanted
      cross join kept_facets on kept_facets.user_id = ${USER} and kept_facets.facet = wanted.value
        and kept_facets.sort_name = sites.sort_name and kept_facets.site_id = sites.id
    ) as "total"`),
);

import { sql } from "drizzle-orm";
import { prefixesOf } from "#domain/sites/name-index.ts";
import type { SiteListOrder, SiteListQuery } from "#domain/sites/site-list.ts";
import type { Database } from "../connect.ts";
import { prepareQuery } from "../prepared-query.ts";
import { MAX_UNKEPT_SITES } from "./kept-list.ts";
import type { Width } from "./site-columns.ts";
import { LASTS, type SiteScope, USER, written } from "./site-index.ts";
import { comparing, KEYS, type Ordered, scanValuesOf, WANTED } from "./site-scan.ts";

/** A site's row with the values it is sorted by. */
export type Keyed<Row> = Row & { sortName: string; sortKey: string | number | null };
type Prepare<Row> = ReturnType<typeof prepareQuery<Row>>;
const prepared = new Map<string, Prepare<never>>();

/**
 * Query for all sites of a user with few of them, unordered; empty if the user's list is kept. It reads two rows per
 * site.
 */
export function fewSitesQuery<Row>(
  database: Database,
  scope: SiteScope,
  query: SiteListQuery,
  width: Width<Row>,
) {
  const words = prefixesOf(query.search);
  const isFruitless = query.search !== "" && words.length === 0;
  const values = scanValuesOf(scope, query, words);
  const prepare = prepareFew(query.order.by, width);
  return prepare(database, isFruitless ? { ...values, userId: 0 } : values);
}

/** Sorts the sites found by `fewSitesQuery`. */
export function sortFew<Row extends { id: number }>(
  rows: readonly Keyed<Row>[],
  order: SiteListOrder,
): Row[] {
  const compare = comparing(order);
  return rows
    .map((row): [Ordered, Keyed<Row>] => [[row.id, null, row.sortName, row.sortKey], row])
    .sort(([one], [other]) => compare(one, other))
    .map(([, { sortName, sortKey, ...row }]) => row as unknown as Row);
}

function prepareFew<Row>(by: SiteListOrder["by"], width: Width<Row>): Prepare<Keyed<Row>> {
  const name = `${by} ${width.name}`;
  const known = prepared.get(name);
  if (known !== undefined) return known as Prepare<Keyed<Row>>;
  const columns = { ...width.columns, sortName: true, sortKey: true };
  const made = prepareQuery<Keyed<Row>>(
    columns as Record<keyof Keyed<Row> & string, unknown>,
    written(sql`
      select ${width.selected}, sites.sort_name as "sortName", ${KEYS[by]} as "sortKey"
      from (
        select memberships.site_id, memberships.role
        from (select 1 where not exists (select 1 from kept_lists where user_id = ${USER})) unkept
        cross join memberships on memberships.user_id = ${USER} and ${LASTS}
        limit ${sql.raw(`${MAX_UNKEPT_SITES}`)}) picked
      cross join sites on sites.id = picked.site_id ${width.joins}
      where ${WANTED}`),
  );
  prepared.set(name, made as Prepare<never>);
  return made;
}

import { sql } from "drizzle-orm";
import { prefixesOf } from "#domain/sites/name-index.ts";
import type { SiteListOrder, SiteListQuery } from "#domain/sites/site-list.ts";
import type { Database } from "./connect.ts";
import { MAX_UNKEPT_SITES } from "./kept-list.ts";
import { prepareQuestion } from "./question.ts";
import type { Width } from "./site-columns.ts";
import { LASTS, USER, type Whose, written } from "./site-index.ts";
import { comparing, KEYS, type Ordered, scanValuesOf, WANTED } from "./site-scan.ts";

/** What a site is ordered by, beside its row. */
export type Keyed<Row> = Row & { sortName: string; sortKey: string | number | null };
type Prepare<Row> = ReturnType<typeof prepareQuestion<Row>>;
const prepared = new Map<string, Prepare<never>>();

/** All sites of a user with few of them, in no order; none where a list is kept. Two rows are read of each. */
export function askForFew<Row>(
  database: Database,
  whose: Whose,
  query: SiteListQuery,
  width: Width<Row>,
) {
  const words = prefixesOf(query.search);
  const isFruitless = query.search !== "" && words.length === 0;
  const values = scanValuesOf(whose, query, words);
  const prepare = prepareFew(query.order.by, width);
  return prepare(database, isFruitless ? { ...values, userId: 0 } : values);
}

/** The same sites in their order. */
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
  const made = prepareQuestion<Keyed<Row>>(
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

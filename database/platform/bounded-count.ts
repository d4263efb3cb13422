import { type SQL, sql } from "drizzle-orm";

/** Rows up to which the numbers of the operator's pages are counted; more count as this number. */
export const MAX_COUNTED = 10_000;

/**
 * Returns an expression that counts rows up to `MAX_COUNTED`, so that its cost does not grow with the table.
 * @param rows a query without its limit, as in `select 1 from …`
 */
export function boundedCount(rows: SQL): SQL<number> {
  return sql<number>`(select count(*) from (${rows} limit ${MAX_COUNTED}))`;
}

import { sql } from "drizzle-orm";
import { MAX_EXPORTED_SITES, type SiteListQuery } from "#domain/sites/site-list.ts";
import type { Database } from "./connect.ts";
import { ask, askTogether, prepareQuestion } from "./question.ts";
import type { Width } from "./site-columns.ts";
import { isForScan, type Pick, USER, type Whose, type Window, written } from "./site-index.ts";
import { scanSites } from "./site-scan.ts";
import { askForPicks, askForRows, askForTotal } from "./site-stretch.ts";

/**
 * The sites of a person, searched, filtered and ordered, and how many there are in all: one stretch of an index where
 * there is one for it, else a look at each site that the smallest filter leaves.
 */
export async function listSites<Row extends { id: number }>(
  database: Database,
  whose: Whose,
  query: SiteListQuery,
  { width, ...stretch }: Window & { width: Width<Row> },
): Promise<{ list: Row[]; total: number }> {
  if (isForScan(whose, query)) {
    const picks = await scanSites(database, whose, query);
    const shown = picks.slice(stretch.offset, stretch.offset + stretch.limit);
    return { list: await readPicks(database, whose, { picks: shown, width }), total: picks.length };
  }
  const [list, [counted]] = await askTogether<[Row, { total: number }]>(database, [
    askForRows(database, whose, query, { ...stretch, width }),
    askForTotal(database, whose, query),
  ]);
  return { list, total: counted?.total ?? 0 };
}

/** Which sites a list has, in its order, as many as are exported at most. */
export async function pickSites(
  database: Database,
  whose: Whose,
  query: SiteListQuery,
): Promise<Pick[]> {
  if (isForScan(whose, query))
    return (await scanSites(database, whose, query)).slice(0, MAX_EXPORTED_SITES);
  return ask(
    database,
    askForPicks(database, whose, query, { limit: MAX_EXPORTED_SITES, offset: 0 }),
  );
}

/** The sites that were picked, in that order; one that has gone meanwhile is left out. */
export async function readPicks<Row extends { id: number }>(
  database: Database,
  { userId }: Whose,
  { picks, width }: { picks: readonly Pick[]; width: Width<Row> },
): Promise<Row[]> {
  if (picks.length === 0) return [];
  const pairs = JSON.stringify(picks.map(({ siteId, role }) => [siteId, role]));
  const rows = await ask(database, prepareRows(width)(database, { userId, pairs }));
  const byId = new Map(rows.map((row) => [row.id, row]));
  return picks.map(({ siteId }) => byId.get(siteId)).filter((row) => row !== undefined);
}

const owning = prepareQuestion<{ owns: 0 | 1 }>(
  { owns: true },
  written(sql`
    select exists (
      select 1 from sites indexed by sites_creator where creator_id = ${USER} and deleted_at is null
    ) as "owns"`),
);

/** Whether any site is somebody's own. */
export async function ownsSites(database: Database, { userId }: Whose): Promise<boolean> {
  const [found] = await ask(database, owning(database, { userId }));
  return found?.owns === 1;
}

type Prepare<Row> = ReturnType<typeof prepareQuestion<Row>>;
const prepared = new Map<string, Prepare<never>>();

function prepareRows<Row>(width: Width<Row>): Prepare<Row> {
  const known = prepared.get(width.name);
  if (known !== undefined) return known as Prepare<Row>;
  // Who was found by words is read for the role only here.
  const text = sql`
    select ${width.selected} from (
      select value ->> 0 as site_id, coalesce(value ->> 1, (
        select role from memberships where user_id = ${USER} and site_id = value ->> 0)) as role
      from json_each(${sql.placeholder("pairs")})) picked
    cross join sites on sites.id = picked.site_id ${width.joins}
    where picked.role is not null and sites.deleted_at is null`;
  const made = prepareQuestion<Row>(width.columns, written(text));
  prepared.set(width.name, made as Prepare<never>);
  return made;
}

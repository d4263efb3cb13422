import { sql } from "drizzle-orm";
import { MAX_EXPORTED_SITES, type SiteListQuery } from "#domain/sites/site-list.ts";
import type { Database } from "./connect.ts";
import { askForFew, type Keyed, sortFew } from "./few-sites.ts";
import { askForState, isOutdated, type ListState, prepareList, updateList } from "./kept-list.ts";
import { ask, askTogether, prepareQuestion } from "./question.ts";
import type { Width } from "./site-columns.ts";
import { isForScan, type Pick, USER, type Whose, type Window, written } from "./site-index.ts";
import { scanSites } from "./site-scan.ts";
import { askForPicks, askForRows, askForTotal } from "./site-stretch.ts";

type Wanted<Row> = Window & { width: Width<Row> };
type Page<Row> = { list: Row[]; total: number };
/** The state of a list and its sites: `few` where it is not kept, `range` where it is and has a range for the query. */
type Read<Row> = { state: ListState | undefined; few: Keyed<Row>[]; range: Page<Row> | null };

/**
 * The sites of a user, searched, filtered and ordered, and how many there are in all. Of few sites the database orders
 * them all; a kept list (kept-list.ts) has a range of an index for most orders and filters, and else each site that the
 * smallest filter leaves is read. In one round trip where nothing has changed.
 */
export async function listSites<Row extends { id: number }>(
  database: Database,
  whose: Whose,
  query: SiteListQuery,
  wanted: Wanted<Row>,
): Promise<Page<Row>> {
  if (whose.siteIds !== null)
    return pageOfScan(database, whose, query, { ...wanted, isKept: false });
  const isScan = isForScan(whose, query);
  const { state, few, range } = await (isScan ? readFew : readFewOrRange)(
    database,
    whose,
    query,
    wanted,
  );
  if (state === undefined) throw new Error("no state of a list");
  const isKept = state.version !== null || isOutdated(state);
  if (isOutdated(state)) await updateList(database, whose, state);
  if (isKept && isScan) return pageOfScan(database, whose, query, { ...wanted, isKept });
  if (isKept)
    return isOutdated(state) || range === null
      ? pageOfRange(database, whose, query, wanted)
      : range;
  const { limit, offset } = wanted;
  return { list: sortFew<Row>(few, query.order).slice(offset, offset + limit), total: few.length };
}

async function readFew<Row>(
  database: Database,
  whose: Whose,
  query: SiteListQuery,
  { width }: Wanted<Row>,
): Promise<Read<Row>> {
  const [[state], few] = await askTogether<[ListState, Keyed<Row>]>(database, [
    askForState(database, whose),
    askForFew(database, whose, query, width),
  ]);
  return { state, few, range: null };
}

async function readFewOrRange<Row>(
  database: Database,
  whose: Whose,
  query: SiteListQuery,
  wanted: Wanted<Row>,
): Promise<Read<Row>> {
  const [[state], few, list, [counted]] = await askTogether<
    [ListState, Keyed<Row>, Row, { total: number }]
  >(database, [
    askForState(database, whose),
    askForFew(database, whose, query, wanted.width),
    askForRows(database, whose, query, wanted),
    askForTotal(database, whose, query),
  ]);
  return { state, few, range: { list, total: counted?.total ?? 0 } };
}

async function pageOfRange<Row>(
  database: Database,
  whose: Whose,
  query: SiteListQuery,
  wanted: Wanted<Row>,
): Promise<Page<Row>> {
  const [list, [counted]] = await askTogether<[Row, { total: number }]>(database, [
    askForRows(database, whose, query, wanted),
    askForTotal(database, whose, query),
  ]);
  return { list, total: counted?.total ?? 0 };
}

async function pageOfScan<Row extends { id: number }>(
  database: Database,
  whose: Whose,
  query: SiteListQuery,
  { isKept, width, limit, offset }: Wanted<Row> & { isKept: boolean },
): Promise<Page<Row>> {
  const picks = await scanSites(database, whose, query, isKept);
  const shown = picks.slice(offset, offset + limit);
  return { list: await readPicks(database, whose, { picks: shown, width }), total: picks.length };
}

/** Which sites a list has, in its order, as many as are exported at most. */
export async function pickSites(
  database: Database,
  whose: Whose,
  query: SiteListQuery,
): Promise<Pick[]> {
  const isKept = whose.siteIds === null && (await prepareList(database, whose));
  if (!isKept || isForScan(whose, query))
    return (await scanSites(database, whose, query, isKept)).slice(0, MAX_EXPORTED_SITES);
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

import { sql } from "drizzle-orm";
import { MAX_EXPORTED_SITES, type SiteListQuery } from "#domain/sites/site-list.ts";
import type { Database } from "../connect.ts";
import { prepareQuery, runQuery, runQueryBatch } from "../prepared-query.ts";
import { fewSitesQuery, type Keyed, sortFew } from "./few-sites.ts";
import {
  isOutdated,
  type ListState,
  listStateQuery,
  prepareList,
  updateList,
} from "./kept-list.ts";
import type { Width } from "./site-columns.ts";
import {
  isForScan,
  type SiteRef,
  type SiteScope,
  USER,
  type Window,
  written,
} from "./site-index.ts";
import { pageQuery, siteRefQuery, totalQuery } from "./site-list-by-index.ts";
import { scanSites } from "./site-scan.ts";

type Wanted<Row> = Window & { width: Width<Row> };
/** A page, and whether the kept list has been updated to read it. */
type Page<Row> = { list: Row[]; total: number; isUpdated?: boolean };
/**
 * The state of a list and its sites: `few` if it is not kept, `range` if it is kept and has an index range for the
 * query.
 */
type Read<Row> = { state: ListState | undefined; few: Keyed<Row>[]; range: Page<Row> | null };

/**
 * Lists a user's sites, searched, filtered and sorted, and their total. For few sites the database sorts all of them; a
 * kept list (kept-list.ts) has an index range for most orders and filters, otherwise each site that the smallest filter
 * leaves is read. Takes one round trip if nothing has changed.
 */
export async function listSites<Row extends { id: number }>(
  database: Database,
  scope: SiteScope,
  query: SiteListQuery,
  wanted: Wanted<Row>,
): Promise<Page<Row>> {
  // Yields are compared here, so the database cannot sort by them.
  if (scope.siteIds !== null || query.order.by === "yield")
    return pageOfScan(database, scope, query, { ...wanted, isKept: false });
  const isScan = isForScan(scope, query);
  const { state, few, range } = await (isScan ? readFew : readFewOrRange)(
    database,
    scope,
    query,
    wanted,
  );
  if (state === undefined) throw new Error("no state of a list");
  const isKept = state.version !== null || isOutdated(state);
  if (isOutdated(state)) await updateList(database, scope, state);
  const isUpdated = isOutdated(state);
  if (isKept && isScan)
    return { ...(await pageOfScan(database, scope, query, { ...wanted, isKept })), isUpdated };
  if (isKept)
    return isUpdated || range === null
      ? { ...(await pageOfRange(database, scope, query, wanted)), isUpdated }
      : range;
  const { limit, offset } = wanted;
  return { list: sortFew<Row>(few, query.order).slice(offset, offset + limit), total: few.length };
}

async function readFew<Row>(
  database: Database,
  scope: SiteScope,
  query: SiteListQuery,
  { width }: Wanted<Row>,
): Promise<Read<Row>> {
  const [[state], few] = await runQueryBatch<[ListState, Keyed<Row>]>(database, [
    listStateQuery(database, scope),
    fewSitesQuery(database, scope, query, width),
  ]);
  return { state, few, range: null };
}

async function readFewOrRange<Row>(
  database: Database,
  scope: SiteScope,
  query: SiteListQuery,
  wanted: Wanted<Row>,
): Promise<Read<Row>> {
  const [[state], few, list, [counted]] = await runQueryBatch<
    [ListState, Keyed<Row>, Row, { total: number }]
  >(database, [
    listStateQuery(database, scope),
    fewSitesQuery(database, scope, query, wanted.width),
    pageQuery(database, scope, query, wanted),
    totalQuery(database, scope, query),
  ]);
  return { state, few, range: { list, total: counted?.total ?? 0 } };
}

async function pageOfRange<Row>(
  database: Database,
  scope: SiteScope,
  query: SiteListQuery,
  wanted: Wanted<Row>,
): Promise<Page<Row>> {
  const [list, [counted]] = await runQueryBatch<[Row, { total: number }]>(database, [
    pageQuery(database, scope, query, wanted),
    totalQuery(database, scope, query),
  ]);
  return { list, total: counted?.total ?? 0 };
}

async function pageOfScan<Row extends { id: number }>(
  database: Database,
  scope: SiteScope,
  query: SiteListQuery,
  { isKept, width, limit, offset }: Wanted<Row> & { isKept: boolean },
): Promise<Page<Row>> {
  const refs = await scanSites(database, scope, query, isKept);
  const shown = refs.slice(offset, offset + limit);
  return {
    list: await readReferencedSites(database, scope, { refs: shown, width }),
    total: refs.length,
  };
}

/** Lists references to the sites of a list in its order, at most as many as can be exported. */
export async function listSiteRefs(
  database: Database,
  scope: SiteScope,
  query: SiteListQuery,
): Promise<SiteRef[]> {
  const isByYield = query.order.by === "yield";
  const isKept = scope.siteIds === null && !isByYield && (await prepareList(database, scope));
  if (!isKept || isForScan(scope, query))
    return (await scanSites(database, scope, query, isKept)).slice(0, MAX_EXPORTED_SITES);
  return runQuery(
    database,
    siteRefQuery(database, scope, query, { limit: MAX_EXPORTED_SITES, offset: 0 }),
  );
}

/** Reads the referenced sites in the same order, without those removed in the meantime. */
export async function readReferencedSites<Row extends { id: number }>(
  database: Database,
  { userId }: SiteScope,
  { refs, width }: { refs: readonly SiteRef[]; width: Width<Row> },
): Promise<Row[]> {
  if (refs.length === 0) return [];
  const pairs = JSON.stringify(refs.map(({ siteId, role }) => [siteId, role]));
  const rows = await runQuery(database, prepareRows(width)(database, { userId, pairs }));
  const byId = new Map(rows.map((row) => [row.id, row]));
  return refs.map(({ siteId }) => byId.get(siteId)).filter((row) => row !== undefined);
}

const owning = prepareQuery<{ owns: 0 | 1 }>(
  { owns: true },
  written(sql`
    select exists (
      select 1 from sites indexed by sites_creator where creator_id = ${USER} and deleted_at is null
    ) as "owns"`),
);

/** Checks whether the user owns any site. */
export async function ownsSites(database: Database, { userId }: SiteScope): Promise<boolean> {
  const [found] = await runQuery(database, owning(database, { userId }));
  return found?.owns === 1;
}

type Prepare<Row> = ReturnType<typeof prepareQuery<Row>>;
const prepared = new Map<string, Prepare<never>>();

function prepareRows<Row>(width: Width<Row>): Prepare<Row> {
  const known = prepared.get(width.name);
  if (known !== undefined) return known as Prepare<Row>;
  // For sites found by search words, the role is read only here.
  const text = sql`
    select ${width.selected} from (
      select value ->> 0 as site_id, coalesce(value ->> 1, (
        select role from memberships where user_id = ${USER} and site_id = value ->> 0)) as role
      from json_each(${sql.placeholder("pairs")})) picked
    cross join sites on sites.id = picked.site_id ${width.joins}
    where picked.role is not null and sites.deleted_at is null`;
  const made = prepareQuery<Row>(width.columns, written(text));
  prepared.set(width.name, made as Prepare<never>);
  return made;
}

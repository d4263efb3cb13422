import { fillPlaceholders, sql } from "drizzle-orm";
import { prefixesOf } from "#domain/sites/name-index.ts";
import type { SiteListQuery } from "#domain/sites/site-list.ts";
import type { SiteStatus } from "#domain/sites/site-status.ts";
import type { Database } from "../connect.ts";
import { prepareList } from "./kept-list.ts";
import { type SiteScope, STATUS_OF_SITE, USER, written } from "./site-index.ts";
import { SOURCES, type Source, scanValuesOf, sourceOf, WANTED } from "./site-scan.ts";

/** The columns of a map marker. */
export type MapSite = {
  id: number;
  name: string;
  latitude: number | null;
  longitude: number | null;
  status: SiteStatus | "neverConnected";
  owner: boolean;
};

type Wanted = Pick<SiteListQuery, "search" | "filter">;
type Row = [number, string, number | null, number | null, MapSite["status"], 0 | 1];

/** Reads the sites of a list, unordered, with two row reads per site: one of the list and one of the site. */
export async function readSiteMap(
  database: Database,
  scope: SiteScope,
  { query, limit }: { query: Wanted; limit: number },
): Promise<MapSite[]> {
  const words = prefixesOf(query.search);
  if (query.search !== "" && words.length === 0) return [];
  const isKept = scope.siteIds === null && (await prepareList(database, scope));
  const { text, params } = prepare(sourceOf(scope, words, isKept));
  const rows = await database.$client
    .prepare(text)
    .bind(...fillPlaceholders(params, { ...scanValuesOf(scope, query, words), limit }))
    .raw<Row>();
  return rows.map(([id, name, latitude, longitude, status, owner]) => ({
    id,
    name,
    latitude,
    longitude,
    status,
    owner: owner === 1,
  }));
}

const prepared = new Map<string, { text: string; params: unknown[] }>();

/** Prepares one query per source. */
function prepare(source: Source) {
  const known = prepared.get(source);
  if (known !== undefined) return known;
  const { sql: text, params } = written(sql`
    select sites.id, sites.name, sites.latitude, sites.longitude, ${sql.raw(STATUS_OF_SITE)},
      sites.creator_id = ${USER}
    from ${SOURCES[source]} cross join sites on sites.id = listed.site_id
    where ${WANTED} limit ${sql.placeholder("limit")}`)().toSQL();
  const made = { text, params };
  prepared.set(source, made);
  return made;
}

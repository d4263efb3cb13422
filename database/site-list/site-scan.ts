import { fillPlaceholders, type SQL, sql } from "drizzle-orm";
import type { MemberRole } from "#domain/access/roles.ts";
import { MAX_SEARCH_WORDS, prefixesOf } from "#domain/sites/name-index.ts";
import { haversineOf } from "#domain/sites/site-area.ts";
import {
  listedStatusesOf,
  type SiteListOrder,
  type SiteListQuery,
  siteListQuery,
} from "#domain/sites/site-list.ts";
import { type ComparedYield, compareYields } from "#domain/sites/site-yield.ts";
import type { Database } from "../connect.ts";
import {
  ALL,
  ENDED,
  facetsOf,
  hasIndexRange,
  LASTS,
  RANK_OF_SITE,
  type SiteRef,
  type SiteScope,
  STATUS_OF_SITE,
  storedStatus,
  USER,
  written,
} from "./site-index.ts";

/**
 * Lists sites in their order. Each site that the first word or the smallest filter leaves is read once and sorted here,
 * because the database would read each of them again to sort.
 */
export async function scanSites(
  database: Database,
  scope: SiteScope,
  query: SiteListQuery,
  isKept: boolean,
): Promise<SiteRef[]> {
  const words = prefixesOf(query.search);
  if (query.search !== "" && words.length === 0) return [];
  let rows = await readRows(database, scope, { query, words, isKept });
  if (query.order.by === "yield") {
    const yields = await readYields(database, scope);
    rows = rows.map(([id, role, name]) => [id, role, name, yields.get(id)?.ratio ?? null]);
  }
  return rows.toSorted(comparing(query.order)).map(([siteId, role]) => ({ siteId, role }));
}

type Scan = { query: SiteListQuery; words: string[]; isKept: boolean };

async function readRows(database: Database, scope: SiteScope, scan: Scan): Promise<Ordered[]> {
  const { query, words, isKept } = scan;
  const { text, params } = prepareScan(sourceOf(scope, words, isKept), query.order.by);
  return database.$client
    .prepare(text)
    .bind(...fillPlaceholders(params, scanValuesOf(scope, query, words)))
    .raw<Ordered>();
}

const ALL_BY_YIELD = siteListQuery.parse({ order: { by: "yield" } });

/** Compares the yields of all sites of a user. Reads two rows per site, whether the list is kept or not. */
export async function readYields(
  database: Database,
  scope: SiteScope,
): Promise<Map<number, ComparedYield>> {
  const all: Scan = { query: ALL_BY_YIELD, words: [], isKept: false };
  const rows = await readRows(database, scope, all);
  return compareYields(
    rows.flatMap(([id, , , key]) => {
      if (typeof key !== "string") return [];
      const [solarPeak, solarWeek, solarWeekDays, latitude, longitude] = JSON.parse(key) as [
        number,
        number,
        number,
        number | null,
        number | null,
      ];
      return [{ id, solarPeak, solarWeek, solarWeekDays, latitude, longitude }];
    }),
  );
}

type Key = string | number | null;
/** A site with the values it is sorted by. */
export type Ordered = [siteId: number, role: MemberRole | null, sortName: string, key: Key];

/** Returns the parameters of a scan. */
export function scanValuesOf(
  { userId, siteIds, now }: SiteScope,
  { filter }: { filter: SiteListQuery["filter"] },
  words: string[],
) {
  const { status, tag, country, area } = filter;
  const [first = ""] = words;
  const groups = facetsOf(filter);
  return {
    userId,
    now,
    reached: JSON.stringify(siteIds),
    groups: JSON.stringify(groups.length > 0 ? groups : [[ALL]]),
    from: first,
    below: first + LAST_LETTER,
    statuses: JSON.stringify(listedStatusesOf(status).map(storedStatus)),
    // Matches a value in a JSON list behind a comma: inside a text the quotation mark would be escaped by a backslash.
    tag: tag === "" ? "" : `,${JSON.stringify(tag)}`,
    country,
    // A limit above every haversine matches sites without a position, too.
    areaLimit: area === null ? 2 : haversineOf(area.radius),
    areaLatitude: area?.latitude ?? 0,
    areaLongitude: area?.longitude ?? 0,
    ...Object.fromEntries(PLACES.map((place) => [wordAt(place), beginning(words[place])])),
  };
}

const LAST_LETTER = "\u{10ffff}";
const PLACES = Array.from({ length: MAX_SEARCH_WORDS }, (_, place) => place);
const wordAt = (place: number) => `word${place}`;
/** The beginning of a word in a JSON list of words; every list contains an empty text. */
const beginning = (word = "") => (word === "" ? "" : `"${word}`);

const value = (name: string) => sql.placeholder(name);

/** The sources of sites; the smallest one is read. */
export const SOURCES = {
  facets: sql`
    json_each((
      select value from json_each(${value("groups")}) groups
      order by (
        select coalesce(sum(sites), 0) from kept_counts
        where user_id = ${USER} and facet in (select value from json_each(groups.value)))
      limit 1)) facets
    cross join kept_facets listed on listed.user_id = ${USER} and listed.facet = facets.value and ${LASTS}`,
  words: sql`
    (select distinct site_id, null as role from kept_words
     where user_id = ${USER} and word >= ${value("from")} and word < ${value("below")}
       and site_id not in (select site_id from ${ENDED})) listed`,
  reached: sql`
    json_each(${value("reached")}) reached
    cross join memberships listed on listed.user_id = ${USER} and listed.site_id = reached.value and ${LASTS}`,
  memberships: sql`
    (select site_id, role from memberships where user_id = ${USER} and ${LASTS}) listed`,
};
export type Source = keyof typeof SOURCES;

/** Chooses where a list is read from. @param isKept whether the user has an up-to-date kept list */
export function sourceOf(
  { siteIds }: SiteScope,
  words: readonly string[],
  isKept: boolean,
): Source {
  if (siteIds !== null) return "reached";
  if (!isKept) return "memberships";
  return words.length > 0 ? "words" : "facets";
}

/** Haversine of the distance between a site and the centre of the wanted area; null for a site without a position. */
const HAVERSINE = sql`
  (pow(sin(radians(sites.latitude - ${value("areaLatitude")}) / 2), 2)
    + cos(radians(sites.latitude)) * cos(radians(${value("areaLatitude")}))
      * pow(sin(radians(sites.longitude - ${value("areaLongitude")}) / 2), 2))`;

/** Conditions on the site's own row. */
export const WANTED = sql`
  sites.deleted_at is null
  and (${value("statuses")} = '[]' or instr(${value("statuses")}, '"' || ${sql.raw(STATUS_OF_SITE)} || '"') > 0)
  and (${value("country")} = '' or sites.country = ${value("country")})
  and (${value("areaLimit")} > 1 or ${HAVERSINE} <= ${value("areaLimit")})
  and instr(',' || substr(sites.tags, 2), ${value("tag")}) > 0
  and ${sql.join(
    PLACES.map((place) => sql`instr(sites.words, ${value(wordAt(place))}) > 0`),
    sql` and `,
  )}`;

/** Sort keys besides the name. */
export const KEYS: Record<SiteListOrder["by"], SQL> = {
  name: sql`null`,
  created: sql`sites.created_at`,
  // Status and instant combined into one number: no instant has more digits.
  status: sql`${sql.raw(RANK_OF_SITE)} * 100000000000000 + coalesce(sites.status_since, 0)`,
  alarm: sql`case sites.alarm when 'fault' then 0 when 'warning' then 1 when 'info' then 2 else 3 end`,
  batterySoc: sql`sites.battery_soc`,
  solar: sql`sites.solar`,
  load: sql`sites.load`,
  grid: sql`sites.grid`,
  // The values from which a yield is computed, as JSON; the comparison with other sites replaces it.
  yield: sql`
    iif(sites.solar_peak is null or sites.solar_week is null, null, json_array(
      sites.solar_peak, sites.solar_week, sites.solar_week_days, sites.latitude, sites.longitude))`,
};

type Prepared = { text: string; params: unknown[] };
const prepared = new Map<string, Prepared>();

/** Returns the query of a source and order, made once, because there are few. */
function prepareScan(source: Source, by: SiteListOrder["by"]): Prepared {
  const key = `${source} ${by}`;
  const known = prepared.get(key);
  if (known !== undefined) return known;
  const { sql: text, params } = written(sql`
    select sites.id, listed.role, sites.sort_name, ${KEYS[by]}
    from ${SOURCES[source]} cross join sites on sites.id = listed.site_id where ${WANTED}`)().toSQL();
  const made = { text, params };
  prepared.set(key, made);
  return made;
}

/**
 * Returns the comparison of two sites. Unknown values come last in both directions; equal sites are sorted by name, or
 * by id if an index does so.
 */
export function comparing({ by, direction }: SiteListOrder) {
  const sign = direction === "asc" ? 1 : -1;
  const isIndexed = hasIndexRange({ by });
  const tieSign = isIndexed ? sign : 1;
  const hasNames = by === "name" || !isIndexed;
  return (one: Ordered, other: Ordered) => {
    const [oneId, , oneName, oneKey] = one;
    const [otherId, , otherName, otherKey] = other;
    if (oneKey !== otherKey) {
      if (oneKey === null) return 1;
      if (otherKey === null) return -1;
      return oneKey < otherKey ? -sign : sign;
    }
    if (hasNames && oneName !== otherName) return oneName < otherName ? -tieSign : tieSign;
    return (oneId - otherId) * tieSign;
  };
}

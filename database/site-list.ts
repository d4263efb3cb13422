import { and, asc, count, desc, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import { type SiteListOrder, type SiteListQuery, STATUS_ORDER } from "#domain/sites/site-list.ts";
import type { Database } from "./connect.ts";
import { askTogether, nameColumns, prepareQuestion, type RowOf } from "./question.ts";
import { memberships, modules, sites, users } from "./schema.ts";

/** Whose sites, as of when (ms UTC), and of them those that a personal access token is for; null is all. */
type Whose = { userId: number; siteIds: readonly number[] | null; now: number };
/** A window on a list: so many rows after so many. */
type Window = { limit: number; offset: number };

const { statusSequence: _, ...siteColumns } = getTableColumns(sites);
const full = {
  ...siteColumns,
  role: memberships.role,
  creatorAccount: users.account,
  creatorName: users.name,
  creatorHeader: users.header,
  serial: modules.serial,
};
type FullRow = Omit<RowOf<typeof full>, "serial"> & { serial: string | null };

const brief = {
  id: sites.id,
  name: sites.name,
  location: sites.location,
  timeZone: sites.timeZone,
  online: sites.online,
  since: sites.since,
  status: sites.status,
  alarm: sites.alarm,
  solar: sites.solar,
  batterySoc: sites.batterySoc,
  figuresAt: sites.figuresAt,
  role: memberships.role,
};
/** As much of a site as one line shows. */
export type BriefSite = RowOf<typeof brief>;

/** The sites of a person, searched, filtered and ordered, and how many there are in all. */
export async function listSites(
  database: Database,
  whose: Whose,
  query: SiteListQuery,
  window: Window,
) {
  const questions = prepareFor(whose, query);
  const values = valuesOf(whose, query, window);
  const { list, total } = await askWithTotal(database, questions, questions.list, values);
  return { list: list.map(shapeRow), total };
}

/** The same, with no more of each than one line shows. */
export async function listSitesBriefly(
  database: Database,
  whose: Whose,
  query: SiteListQuery,
  window: Window,
) {
  const questions = prepareFor(whose, query);
  const values = valuesOf(whose, query, window);
  return askWithTotal(database, questions, questions.briefList, values);
}

async function askWithTotal<Row>(
  database: Database,
  { count }: Prepared,
  list: Prepare<Row>,
  values: Record<string, unknown>,
) {
  const [rows, [counted]] = await askTogether<[Row, { total: number }]>(database, [
    list(database, values),
    count(database, values),
  ]);
  return { list: rows, total: counted?.total ?? 0 };
}

/** A site of a list, with the role that the person has there. */
export type ListedSite = ReturnType<typeof shapeRow>;

function shapeRow(row: FullRow) {
  const { role, creatorAccount, creatorName, creatorHeader, serial, ...site } = row;
  return {
    site: { ...site, online: site.online === 1 },
    role,
    creator: {
      id: site.creatorId,
      account: creatorAccount,
      name: creatorName,
      header: creatorHeader,
    },
    serial,
  };
}

function valuesOf(
  { userId, siteIds, now }: Whose,
  { search, filter }: SiteListQuery,
  window: Window,
) {
  const statuses = filter.status.map((status, place) => [nameOf(place), status]);
  const reached = JSON.stringify(siteIds);
  return { userId, reached, now, search, ...window, ...Object.fromEntries(statuses) };
}

type Prepared = ReturnType<typeof prepare>;
type Prepare<Row> = ReturnType<typeof prepareQuestion<Row>>;
const prepared = new Map<string, Prepared>();

/** There are only so many kinds of lists. */
function prepareFor({ siteIds }: Whose, { search, filter, order }: SiteListQuery): Prepared {
  const isSearched = search !== "";
  const isLimited = siteIds !== null;
  const key = `${isLimited} ${isSearched} ${filter.status.length} ${order.by} ${order.direction}`;
  const known = prepared.get(key);
  if (known !== undefined) return known;
  const made = prepare({ isLimited, isSearched, statuses: filter.status.length }, order);
  prepared.set(key, made);
  return made;
}

type Wanted = { isLimited: boolean; isSearched: boolean; statuses: number };

function prepare({ isLimited, isSearched, statuses }: Wanted, order: SiteListOrder) {
  const wanted = and(
    eq(memberships.userId, sql.placeholder("userId")),
    sql`(${memberships.endsAt} is null or ${memberships.endsAt} > ${sql.placeholder("now")})`,
    isLimited
      ? sql`${memberships.siteId} in (select value from json_each(${sql.placeholder("reached")}))`
      : undefined,
    // Not `like`, whose patterns D1 takes up to 50 bytes.
    isSearched
      ? sql`instr(lower(${sites.name}), lower(${sql.placeholder("search")})) > 0`
      : undefined,
    statuses > 0 ? sql`${sites.status} in (${sql.join(placesFor(statuses), sql`, `)})` : undefined,
  );
  return {
    list: prepareQuestion<FullRow>(full, (database) =>
      database
        .select(nameColumns(full))
        .from(memberships)
        .innerJoin(sites, eq(sites.id, memberships.siteId))
        .innerJoin(users, eq(users.id, sites.creatorId))
        .leftJoin(modules, eq(modules.siteId, sites.id))
        .where(wanted)
        .orderBy(...orderBy(order))
        .limit(sql.placeholder("limit"))
        .offset(sql.placeholder("offset")),
    ),
    briefList: prepareQuestion<BriefSite>(brief, (database) =>
      database
        .select(nameColumns(brief))
        .from(memberships)
        .innerJoin(sites, eq(sites.id, memberships.siteId))
        .where(wanted)
        .orderBy(...orderBy(order))
        .limit(sql.placeholder("limit"))
        .offset(sql.placeholder("offset")),
    ),
    count: prepareQuestion<{ total: number }>({ total: true }, (database) => {
      const counted = database.select({ total: count().as("total") }).from(memberships);
      // All of somebody's sites are counted without a look at any of them.
      return isSearched || statuses > 0
        ? counted.innerJoin(sites, eq(sites.id, memberships.siteId)).where(wanted)
        : counted.where(wanted);
    }),
  };
}

const nameOf = (place: number) => `status${place}`;

function placesFor(statuses: number): SQL[] {
  return Array.from({ length: statuses }, (_, place) => sql`${sql.placeholder(nameOf(place))}`);
}

const BY_NAME = sql`${sites.name} collate nocase`;
const ALARM_ORDER = ["fault", "warning", "info", "none"];

const COLUMN: Record<SiteListOrder["by"], SQL> = {
  name: BY_NAME,
  status: rank(sql`${sites.status}`, STATUS_ORDER),
  alarm: rank(sql`${sites.alarm}`, ALARM_ORDER),
  batterySoc: sql`${sites.batterySoc}`,
  solar: sql`${sites.solar}`,
};

function orderBy({ by, direction }: SiteListOrder): SQL[] {
  const wanted = direction === "asc" ? asc(COLUMN[by]) : desc(COLUMN[by]);
  if (by === "name") return [wanted, asc(sites.id)];
  return [sql`${wanted} nulls last`, asc(BY_NAME), asc(sites.id)];
}

function rank(column: SQL, order: readonly string[]): SQL {
  const cases = order.map(
    (word, place) => sql`when ${sql.raw(`'${word}'`)} then ${sql.raw(`${place}`)}`,
  );
  return sql`case ${column} ${sql.join(cases, sql` `)} end`;
}

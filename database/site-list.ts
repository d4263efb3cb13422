import { and, asc, count, desc, eq, inArray, type SQL, sql } from "drizzle-orm";
import { type SiteListOrder, type SiteListQuery, STATUS_ORDER } from "#domain/sites/site-list.ts";
import type { Database } from "./connect.ts";
import { memberships, modules, sites, users } from "./schema.ts";

/** A window on a list: so many rows after so many. */
type Window = { limit: number; offset: number };

/** The sites of a person, searched, filtered and ordered, and how many there are in all. */
export async function listSites(
  database: Database,
  userId: number,
  query: SiteListQuery,
  { limit, offset }: Window,
) {
  const wanted = and(eq(memberships.userId, userId), matchSearch(query.search), matchStatus(query));
  // Not a batch: D1 gives a batch's rows by column name, and joined tables share names.
  const [list, total] = await Promise.all([
    database
      .select({
        site: sites,
        role: memberships.role,
        creator: { id: users.id, account: users.account, name: users.name, header: users.header },
        serial: modules.serial,
      })
      .from(memberships)
      .innerJoin(sites, eq(sites.id, memberships.siteId))
      .innerJoin(users, eq(users.id, sites.creatorId))
      .leftJoin(modules, eq(modules.siteId, sites.id))
      .where(wanted)
      .orderBy(...orderBy(query.order))
      .limit(limit)
      .offset(offset),
    database
      .select({ total: count() })
      .from(memberships)
      .innerJoin(sites, eq(sites.id, memberships.siteId))
      .where(wanted)
      .get(),
  ]);
  return { list, total: total?.total ?? 0 };
}

/** A site of a list, with the role that the person has there. */
export type ListedSite = Awaited<ReturnType<typeof listSites>>["list"][number];

function matchSearch(search: string): SQL | undefined {
  if (search === "") return undefined;
  const pattern = `%${search.replaceAll(/[\\%_]/g, "\\$&")}%`;
  return sql`${sites.name} like ${pattern} escape '\\'`;
}

function matchStatus({ filter }: SiteListQuery): SQL | undefined {
  return filter.status.length === 0 ? undefined : inArray(sites.status, filter.status);
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
  const column = COLUMN[by];
  const wanted = direction === "asc" ? asc(column) : desc(column);
  return [sql`${wanted} nulls last`, asc(BY_NAME), asc(sites.id)];
}

function rank(column: SQL, order: readonly string[]): SQL {
  const cases = order.map(
    (word, place) => sql`when ${sql.raw(`'${word}'`)} then ${sql.raw(`${place}`)}`,
  );
  return sql`case ${column} ${sql.join(cases, sql` `)} end`;
}

import { getTableColumns, getTableName, max, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { SITE_ROLE } from "#domain/access/roles.ts";
import { receivesAlarmsAt } from "#domain/members/receives-alarms.ts";
import { indexSite } from "#domain/sites/name-index.ts";
import { hashPassword, PASSWORD_COST } from "./auth/password-hash.ts";
import { connect, type Database } from "./connect.ts";
import { addFirstNews } from "./help/news.ts";
import { memberships } from "./schema/members.ts";
import { modules, sites } from "./schema/sites.ts";
import { users } from "./schema/users.ts";
import { type CheckedSeed, type SeedData, seedData } from "./seed-data.ts";

/**
 * Adds demo accounts, sites and modules to a local database. Existing accounts and serial numbers stay unchanged, so
 * seeding is idempotent. Only `tools` calls it: no module of the Worker may import it, so that a deployed installation
 * contains no seeding code (docs/decisions/0042).
 * @throws ZodError if the data is invalid
 */
export async function seed(
  d1: D1Database,
  data: SeedData,
  now: number,
  cost = PASSWORD_COST,
): Promise<void> {
  const database = connect(d1);
  const checked = seedData.parse(data);
  const ids = await seedAccounts(database, checked.accounts, now, cost);
  await seedSites(d1, checked, ids, now);
  await addFirstNews(database, checked.news, now);
}

async function seedAccounts(
  database: Database,
  accounts: CheckedSeed["accounts"],
  now: number,
  cost: typeof PASSWORD_COST,
): Promise<ReadonlyMap<string, number>> {
  const known = await readIds(database);
  const missing = accounts.filter(({ account }) => !known.has(account));
  for (const { password, ...person } of missing) {
    const passwordHash = await hashPassword(password, cost);
    await database
      .insert(users)
      .values({ ...person, email: person.account, passwordHash, createdAt: now, activatedAt: now })
      .onConflictDoNothing();
  }
  return readIds(database);
}

async function readIds(database: Database): Promise<ReadonlyMap<string, number>> {
  const rows = await database.select({ id: users.id, account: users.account }).from(users);
  return new Map(rows.map(({ id, account }) => [account, id]));
}

async function seedSites(
  d1: D1Database,
  data: CheckedSeed,
  ids: ReadonlyMap<string, number>,
  now: number,
) {
  const database = connect(d1);
  const known = await database.select({ serial: modules.serial }).from(modules);
  const serials = new Set(known.map(({ serial }) => serial));
  const firstId = (await readHighestSiteId(database)) + 1;
  const missing = data.sites
    .filter(({ serial }) => !serials.has(serial))
    .map((site, place) => ({ ...site, id: firstId + place }));
  const rows = {
    sites: missing.map(({ serial, secretHash, owner, members, ...site }) => ({
      ...site,
      ...indexSite({ ...site, serial }),
      creatorId: idOf(ids, owner),
      createdAt: now,
      updatedAt: now,
    })),
    modules: missing.map(({ serial, secretHash, id }) => ({
      serial,
      secretHash,
      siteId: id,
      createdAt: now,
    })),
    boxes: data.modules
      .filter(({ serial }) => !serials.has(serial))
      .map((module) => ({ ...module, createdAt: now })),
    memberships: missing.flatMap(({ id, owner, members }) =>
      [{ account: owner, role: SITE_ROLE.administrator }, ...members].map(({ account, role }) => ({
        userId: idOf(ids, account),
        siteId: id,
        role,
        receivesAlarms: receivesAlarmsAt(role),
        createdAt: now,
      })),
    ),
  };
  const statements = [
    insertAll(d1, sites, rows.sites),
    insertAll(d1, modules, rows.modules),
    insertAll(d1, modules, rows.boxes),
    insertAll(d1, memberships, rows.memberships),
  ].filter((statement) => statement !== null);
  // One batch is one transaction: a site never exists without its module and its owner.
  if (statements.length > 0) await d1.batch(statements);
}

/**
 * Returns one statement for any number of rows with equal fields: each statement blocks the local runtime, and a
 * thousand sites in chunks would need hundreds.
 */
function insertAll(
  d1: D1Database,
  table: SQLiteTable,
  rows: readonly Record<string, unknown>[],
): D1PreparedStatement | null {
  const [first] = rows;
  if (first === undefined) return null;
  const columns = Object.entries(getTableColumns(table)).filter(
    ([name]) => first[name] !== undefined,
  );
  const stored = rows.map((row) =>
    columns.map(([name, column]) =>
      row[name] === null ? null : column.mapToDriverValue(row[name]),
    ),
  );
  const names = columns.map(([, { name }]) => `"${name}"`);
  const values = columns.map((_, place) => `json_extract(value, '$[${place}]')`);
  return d1
    .prepare(`INSERT INTO "${getTableName(table)}" (${names}) SELECT ${values} FROM json_each(?)`)
    .bind(JSON.stringify(stored));
}

async function readHighestSiteId(database: Database): Promise<number> {
  const there = await database
    .select({ id: max(sites.id) })
    .from(sites)
    .get();
  const ever = await database.get<{ seq: number } | undefined>(
    sql`select seq from sqlite_sequence where name = 'sites'`,
  );
  return Math.max(there?.id ?? 0, ever?.seq ?? 0);
}

function idOf(ids: ReadonlyMap<string, number>, account: string): number {
  const id = ids.get(account);
  if (id === undefined) throw new RangeError(`no account ${account} in the seed`);
  return id;
}

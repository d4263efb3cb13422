import { and, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import type { Database } from "../connect.ts";
import { nameColumns, prepareQuery, type RowOf, runQuery } from "../prepared-query.ts";
import { modules, sites } from "../schema/sites.ts";

/** The module, and when its site was deleted. */
const columns = { ...getTableColumns(modules), siteDeletedAt: sites.deletedAt };

const bySerial = prepareQuery<RowOf<typeof columns>>(columns, (database) =>
  database
    .select(nameColumns(columns))
    .from(modules)
    .leftJoin(sites, eq(sites.id, modules.siteId))
    .where(eq(modules.serial, sql.placeholder("serial"))),
);

/** Finds a module by its serial number. */
export async function findModule(database: Database, serial: string) {
  return (await runQuery(database, bySerial(database, { serial })))[0];
}

/**
 * Lists modules whose check code has no keyed hash yet.
 * @returns their plain hashes
 */
export async function listPlainCheckHashes(database: Database, limit: number) {
  return database
    .select({ serial: modules.serial, plain: sql<string>`${modules.checkHash}` })
    .from(modules)
    .where(sql`length(check_hash) = 43`)
    .limit(limit);
}

/** Replaces plain hashes by keyed ones. Skips a module that was registered again in the meantime. */
export async function storeKeyedCheckHashes(
  database: Database,
  hashes: readonly { serial: string; plain: string; keyed: string }[],
): Promise<void> {
  const list = JSON.stringify(hashes.map(({ serial, plain, keyed }) => [serial, plain, keyed]));
  const item = (place: number): SQL => sql.raw(`json_extract(value, '$[${place}]')`);
  await database
    .update(modules)
    .set({ checkHash: sql`${item(2)}` })
    .from(sql`json_each(${list})`)
    .where(and(sql`${modules.serial} = ${item(0)}`, sql`${modules.checkHash} = ${item(1)}`));
}

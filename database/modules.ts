import { eq, getTableColumns, sql } from "drizzle-orm";
import type { Database } from "./connect.ts";
import { ask, nameColumns, prepareQuestion, type RowOf } from "./question.ts";
import { modules, sites } from "./schema.ts";

/** The module, and since when its site is deleted. */
const columns = { ...getTableColumns(modules), siteDeletedAt: sites.deletedAt };

const bySerial = prepareQuestion<RowOf<typeof columns>>(columns, (database) =>
  database
    .select(nameColumns(columns))
    .from(modules)
    .leftJoin(sites, eq(sites.id, modules.siteId))
    .where(eq(modules.serial, sql.placeholder("serial"))),
);

export async function findModule(database: Database, serial: string) {
  return (await ask(database, bySerial(database, { serial })))[0];
}

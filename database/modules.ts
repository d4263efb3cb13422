import { eq, getTableColumns, sql } from "drizzle-orm";
import type { Database } from "./connect.ts";
import { ask, nameColumns, prepareQuestion, type RowOf } from "./question.ts";
import { modules } from "./schema.ts";

const columns = getTableColumns(modules);

const bySerial = prepareQuestion<RowOf<typeof columns>>(columns, (database) =>
  database
    .select(nameColumns(columns))
    .from(modules)
    .where(eq(modules.serial, sql.placeholder("serial"))),
);

export async function findModule(database: Database, serial: string) {
  return (await ask(database, bySerial(database, { serial })))[0];
}

import { drizzle } from "drizzle-orm/d1";
import * as accountSchema from "./account-schema.ts";
import * as siteSchema from "./schema.ts";

const schema = { ...siteSchema, ...accountSchema };

/** The D1 database behind typed queries. */
export function connect(d1: D1Database) {
  return drizzle(d1, { schema });
}

export type Database = ReturnType<typeof connect>;

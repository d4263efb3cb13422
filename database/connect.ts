import { drizzle } from "drizzle-orm/d1";
import * as accountSchema from "./account-schema.ts";
import * as newsSchema from "./news-schema.ts";
import * as siteSchema from "./schema.ts";

const schema = { ...siteSchema, ...accountSchema, ...newsSchema };

/** The D1 database behind typed queries. */
export function connect(d1: D1Database) {
  return drizzle(d1, { schema });
}

export type Database = ReturnType<typeof connect>;

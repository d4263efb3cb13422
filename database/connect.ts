import { drizzle } from "drizzle-orm/d1";
import * as schema from "./schema.ts";

/** The D1 database behind typed queries. */
export function connect(d1: D1Database) {
  return drizzle(d1, { schema });
}

export type Database = ReturnType<typeof connect>;

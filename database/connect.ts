import { drizzle } from "drizzle-orm/d1";

/** The D1 database behind typed queries. */
export function connect(d1: D1Database) {
  return drizzle(d1);
}

export type Database = ReturnType<typeof connect>;

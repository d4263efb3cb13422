import { eq } from "drizzle-orm";
import type { Database } from "./connect.ts";
import { modules } from "./schema.ts";

export async function findModule(database: Database, serial: string) {
  return database.select().from(modules).where(eq(modules.serial, serial)).get();
}

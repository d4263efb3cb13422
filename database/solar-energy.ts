import { isNull, sum } from "drizzle-orm";
import type { Database } from "./connect.ts";
import { sites } from "./schema.ts";

/** What the panels of all sites have ever made, Wh. */
export async function sumSolarEnergy(database: Database): Promise<number> {
  const row = await database
    .select({ total: sum(sites.solarEnergy).mapWith(Number) })
    .from(sites)
    .where(isNull(sites.deletedAt))
    .get();
  return row?.total ?? 0;
}

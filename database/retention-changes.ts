import { desc, eq, sql } from "drizzle-orm";
import { retentionChanges } from "./chart-schema.ts";
import type { Database } from "./connect.ts";
import { users } from "./schema.ts";

type Recorded = {
  siteId: number;
  at: number;
  by: number;
  oldYears: number | null;
  newYears: number | null;
};

/**
 * Writes down how long a site keeps samples from now on, where that is something else than before. The site's object,
 * which keeps the setting itself, has it already: where writing it down failed, whoever saves it once more makes up
 * for that, since it is not what was written down last.
 */
export async function recordRetentionChange(database: Database, recorded: Recorded): Promise<void> {
  const { siteId, at, by, oldYears, newYears } = recorded;
  const last = sql`(select ${retentionChanges.newYears} from ${retentionChanges} where ${retentionChanges.siteId} = ${siteId} order by ${retentionChanges.id} desc limit 1)`;
  await database
    .insert(retentionChanges)
    .select(
      sql`select null, ${siteId}, ${at}, ${by}, iif(${oldYears} is ${newYears}, ${last}, ${oldYears}), ${newYears} where ${oldYears} is not ${newYears} or ${last} is not ${newYears}`,
    );
}

/** The newest changes of how long a site keeps samples. */
export function listRetentionChanges(database: Database, siteId: number, most: number) {
  return database
    .select({
      id: retentionChanges.id,
      time: retentionChanges.at,
      by: { id: users.id, name: users.name },
      oldYears: retentionChanges.oldYears,
      newYears: retentionChanges.newYears,
    })
    .from(retentionChanges)
    .leftJoin(users, eq(users.id, retentionChanges.byId))
    .where(eq(retentionChanges.siteId, siteId))
    .orderBy(desc(retentionChanges.id))
    .limit(most);
}

import { desc, eq, sql } from "drizzle-orm";
import type { Database } from "../connect.ts";
import { retentionChanges } from "../schema/charts.ts";
import { users } from "../schema/users.ts";

type Recorded = {
  siteId: number;
  at: number;
  by: number;
  oldYears: number | null;
  newYears: number | null;
};

/**
 * Logs how long a site keeps samples, if that differs from the last entry. The setting itself is stored in the site's
 * object first; if the log entry fails, saving the setting again writes it.
 */
export async function recordRetentionChange(database: Database, recorded: Recorded): Promise<void> {
  const { siteId, at, by, oldYears, newYears } = recorded;
  const last = sql`(
    select ${retentionChanges.newYears}
    from ${retentionChanges}
    where ${retentionChanges.siteId} = ${siteId}
    order by ${retentionChanges.id} desc
    limit 1
  )`;
  await database.insert(retentionChanges).select(
    sql`
        select null, ${siteId}, ${at}, ${by}, iif(${oldYears} is ${newYears}, ${last}, ${oldYears}), ${newYears}
        where ${oldYears} is not ${newYears} or ${last} is not ${newYears}
      `,
  );
}

/** Lists the newest changes of a site's retention. */
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

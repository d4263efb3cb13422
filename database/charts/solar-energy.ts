import { eq, isNull, sql } from "drizzle-orm";
import type { Database } from "../connect.ts";
import { sites, totals } from "../schema/sites.ts";

const sumOfSites = sql<number>`(
  select coalesce(sum(${sites.solarEnergy}), 0) from ${sites} where ${isNull(sites.deletedAt)}
)`;

/**
 * Reads the lifetime solar production of all sites, Wh, as stored by the job; computes it if the job has not run yet.
 */
export async function readSolarEnergyTotal(database: Database): Promise<number> {
  const stored = await database
    .select({ value: totals.value })
    .from(totals)
    .where(eq(totals.name, "solarEnergy"))
    .get();
  if (stored !== undefined) return stored.value;
  const computed = await database.select({ value: sumOfSites }).from(sql`(select 1)`).get();
  return computed?.value ?? 0;
}

/** Computes and stores the lifetime solar production of all sites. Reads one row per site. */
export async function storeSolarEnergyTotal(database: Database, now: number): Promise<void> {
  await database
    .insert(totals)
    .values({ name: "solarEnergy", value: sumOfSites, computedAt: now })
    .onConflictDoUpdate({
      target: totals.name,
      set: { value: sql`excluded.value`, computedAt: sql`excluded.computed_at` },
    });
}

import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { Database } from "./connect.ts";
import { modules, sites } from "./schema.ts";

/** What a site's words are made of. */
export type Called = { name: string; location: string; serial: string | null };

/** What a site is called; undefined where there is none, or it is deleted. */
export async function readCalled(database: Database, siteId: number): Promise<Called | undefined> {
  return database
    .select({ name: sites.name, location: sites.location, serial: modules.serial })
    .from(sites)
    .leftJoin(modules, eq(modules.siteId, sites.id))
    .where(and(eq(sites.id, siteId), isNull(sites.deletedAt)))
    .get();
}

/** Whether a site, which is there, is still called so: else words that were made of that are wrong. */
export function isCalled(siteId: number, { name, location, serial }: Called): SQL {
  return sql`exists (select 1 from ${sites} called left join ${modules} linked on linked.site_id = called.id where called.id = ${siteId} and called.deleted_at is null and called.name = ${name} and called.location = ${location} and linked.serial is ${serial})`;
}

type Renaming = {
  called: Called;
  to: { name: string; sortName: string; words: readonly string[] };
  now: number;
};

/** False, and nothing done, where the site is called otherwise by now. */
export async function renameSite(
  database: Database,
  siteId: number,
  { called, to, now }: Renaming,
): Promise<boolean> {
  const renamed = await database
    .update(sites)
    .set({ ...to, updatedAt: now })
    .where(and(eq(sites.id, siteId), isCalled(siteId, called)))
    .returning({ id: sites.id });
  return renamed.length === 1;
}

type Settings = Partial<
  Pick<typeof sites.$inferInsert, "electricityPrice" | "feedInPrice" | "priceUnit" | "reduceScale">
>;

/** Sets what of a site stands for itself. False where it is not there. */
export async function updateSite(
  database: Database,
  siteId: number,
  settings: Settings,
  now: number,
): Promise<boolean> {
  const updated = await database
    .update(sites)
    .set({ ...settings, updatedAt: now })
    .where(and(eq(sites.id, siteId), isNull(sites.deletedAt)))
    .returning({ id: sites.id });
  return updated.length === 1;
}

import { and, eq, isNull, or, type SQL, sql } from "drizzle-orm";
import type { Database } from "../connect.ts";
import { differs, recordJournal } from "../journal/journal-outbox.ts";
import { modules, sites } from "../schema/sites.ts";

/** The fields from which a site's search words are built. */
export type SiteNames = { name: string; location: string; serial: string | null };

/** Reads the fields of a site's search words; undefined if the site is missing or deleted. */
export async function readSiteNames(
  database: Database,
  siteId: number,
): Promise<SiteNames | undefined> {
  return database
    .select({ name: sites.name, location: sites.location, serial: modules.serial })
    .from(sites)
    .leftJoin(modules, eq(modules.siteId, sites.id))
    .where(and(eq(sites.id, siteId), isNull(sites.deletedAt)))
    .get();
}

/** Condition: the fields of an existing site are unchanged, so that search words built from them are correct. */
export function areNamesUnchanged(siteId: number, { name, location, serial }: SiteNames): SQL {
  return sql`exists (
    select 1
    from ${sites} called
    left join ${modules} linked on linked.site_id = called.id
    where called.id = ${siteId}
      and called.deleted_at is null and called.name = ${name} and called.location = ${location}
      and linked.serial is ${serial}
  )`;
}

type Renaming = {
  called: SiteNames;
  to: { name: string; sortName: string; words: readonly string[] };
  /** Id of the acting user. */
  by: number;
  now: number;
};

/** Renames a site. Returns false and changes nothing if the site's names have changed in the meantime. */
export async function renameSite(
  database: Database,
  siteId: number,
  { called, to, by, now }: Renaming,
): Promise<boolean> {
  const where = and(eq(sites.id, siteId), areNamesUnchanged(siteId, called));
  const details = { from: called.name, to: to.name };
  const [, renamed] = await database.batch([
    recordJournal(
      database,
      { siteId, at: now, by, what: "site.renamed", details },
      sql`from ${sites} where ${and(where, differs(sites.name, to.name))}`,
    ),
    database
      .update(sites)
      .set({ ...to, updatedAt: now })
      .where(where)
      .returning({ id: sites.id }),
  ]);
  return renamed.length === 1;
}

type Settings = Partial<
  Pick<
    typeof sites.$inferInsert,
    "electricityPrice" | "feedInPrice" | "priceUnit" | "reduceScale" | "solarPeak"
  >
>;

/** Sets fields of a site that no other field depends on. Returns false if the site does not exist. */
export async function updateSite(
  database: Database,
  settings: Settings,
  { siteId, by, now }: { siteId: number; by: number; now: number },
): Promise<boolean> {
  const where = and(eq(sites.id, siteId), isNull(sites.deletedAt));
  const names = Object.keys(settings) as (keyof Settings)[];
  const details = Object.fromEntries(
    names.flatMap((name) => [
      [`${name}From`, sql`${sites[name]}`],
      [`${name}To`, settings[name] ?? null],
    ]),
  );
  const hasChange = or(...names.map((name) => differs(sites[name], settings[name] ?? null)));
  const what =
    "reduceScale" in settings
      ? "site.co2FactorChanged"
      : "solarPeak" in settings
        ? "site.solarPeakChanged"
        : "site.pricesChanged";
  const [, updated] = await database.batch([
    recordJournal(
      database,
      { siteId, at: now, by, what, details },
      sql`from ${sites} where ${and(where, hasChange)}`,
    ),
    database
      .update(sites)
      .set({ ...settings, updatedAt: now })
      .where(where)
      .returning({ id: sites.id }),
  ]);
  return updated.length === 1;
}

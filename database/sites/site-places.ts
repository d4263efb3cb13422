import { and, eq, isNull, or, sql } from "drizzle-orm";
import type { Geofence } from "#domain/sites/geofence.ts";
import type { Database } from "../connect.ts";
import { differs, recordJournal } from "../journal/journal-outbox.ts";
import { sites } from "../schema/sites.ts";
import { areNamesUnchanged, type SiteNames } from "./site-names.ts";

/** The location fields of a site; omitted ones stay unchanged. */
type Place = Partial<
  Pick<typeof sites.$inferInsert, "latitude" | "longitude" | "country" | "timeZone">
>;
/** The names before the change, and the new location with its search words. */
type Relocating = { called: SiteNames; to: { location: string; words: readonly string[] } };

type Moving = { place: Place; relocating: Relocating | null; by: number; now: number };

/**
 * Changes the location of a site. Returns its new values, or null without any change if the site's names have changed
 * or it does not exist.
 */
export async function moveSite(
  database: Database,
  siteId: number,
  { place, relocating, by, now }: Moving,
) {
  const there =
    relocating === null ? isNull(sites.deletedAt) : areNamesUnchanged(siteId, relocating.called);
  const where = and(eq(sites.id, siteId), there);
  const { location } = relocating?.to ?? {};
  const changed = { ...place, ...(location !== undefined && { location }) };
  const names = Object.keys(changed) as (keyof typeof changed)[];
  const details = Object.fromEntries(
    names.flatMap((name) => [
      [`${name}From`, sql`${sites[name]}`],
      [`${name}To`, changed[name] ?? null],
    ]),
  );
  const hasChange = or(
    sql`false`,
    ...names.map((name) => differs(sites[name], changed[name] ?? null)),
  );
  const [, moved] = await database.batch([
    recordJournal(
      database,
      { siteId, at: now, by, what: "site.moved", details },
      sql`from ${sites} where ${and(where, hasChange)}`,
    ),
    database
      .update(sites)
      .set({ ...place, ...relocating?.to, updatedAt: now })
      .where(where)
      .returning({
        latitude: sites.latitude,
        longitude: sites.longitude,
        location: sites.location,
        country: sites.country,
        timeZone: sites.timeZone,
      }),
  ]);
  return moved[0] ?? null;
}

/** Sets the geofence of a site; null removes it. Returns false if the site does not exist. */
export async function fenceSite(
  database: Database,
  siteId: number,
  { geofence, by, now }: { geofence: Geofence | null; by: number; now: number },
): Promise<boolean> {
  const where = and(eq(sites.id, siteId), isNull(sites.deletedAt));
  const [, fenced] = await database.batch([
    recordJournal(
      database,
      {
        siteId,
        at: now,
        by,
        what: "site.fenceChanged",
        details: { shape: geofence?.shape ?? null },
      },
      sql`from ${sites} where ${and(where, differs(sites.geofence, geofence && JSON.stringify(geofence)))}`,
    ),
    database
      .update(sites)
      .set({ geofence, updatedAt: now })
      .where(where)
      .returning({ id: sites.id }),
  ]);
  return fenced.length === 1;
}

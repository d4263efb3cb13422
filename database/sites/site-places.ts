import { and, eq, isNull } from "drizzle-orm";
import type { Geofence } from "#domain/sites/geofence.ts";
import type { Database } from "../connect.ts";
import { sites } from "../schema/sites.ts";
import { areNamesUnchanged, type SiteNames } from "./site-names.ts";

/** The location fields of a site; omitted ones stay unchanged. */
type Place = Partial<
  Pick<typeof sites.$inferInsert, "latitude" | "longitude" | "country" | "timeZone">
>;
/** The names before the change, and the new location with its search words. */
type Relocating = { called: SiteNames; to: { location: string; words: readonly string[] } };

type Moving = { place: Place; relocating: Relocating | null; now: number };

/**
 * Changes the location of a site. Returns its new values, or null without any change if the site's names have changed
 * or it does not exist.
 */
export async function moveSite(
  database: Database,
  siteId: number,
  { place, relocating, now }: Moving,
) {
  const there =
    relocating === null ? isNull(sites.deletedAt) : areNamesUnchanged(siteId, relocating.called);
  const moved = await database
    .update(sites)
    .set({ ...place, ...relocating?.to, updatedAt: now })
    .where(and(eq(sites.id, siteId), there))
    .returning({
      latitude: sites.latitude,
      longitude: sites.longitude,
      location: sites.location,
      country: sites.country,
      timeZone: sites.timeZone,
    });
  return moved[0] ?? null;
}

/** Sets the geofence of a site; null removes it. Returns false if the site does not exist. */
export async function fenceSite(
  database: Database,
  siteId: number,
  { geofence, now }: { geofence: Geofence | null; now: number },
): Promise<boolean> {
  const fenced = await database
    .update(sites)
    .set({ geofence, updatedAt: now })
    .where(and(eq(sites.id, siteId), isNull(sites.deletedAt)))
    .returning({ id: sites.id });
  return fenced.length === 1;
}

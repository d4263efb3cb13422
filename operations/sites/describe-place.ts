import type { SiteRow } from "#database/sites/sites.ts";
import { judgeFence, positionOf } from "#domain/sites/inside-fence.ts";

/**
 * The allowed area of a site, the position its logger reports, and whether that is inside. Share viewers receive none
 * of it.
 */
export function describePlace({
  geofence,
  gpsLatitude,
  gpsLongitude,
}: Pick<SiteRow["site"], "geofence" | "gpsLatitude" | "gpsLongitude">) {
  const gps = positionOf(gpsLatitude, gpsLongitude);
  return { geofence, gps, fence: judgeFence(geofence, gps) };
}

import type { SiteRow } from "#database/sites.ts";
import { judgeFence, positionOf } from "#domain/sites/inside-fence.ts";

/** Where a site may be, where its logger says that it is, and whether that is inside. Viewers of a share see none of it. */
export function describePlace({
  geofence,
  gpsLatitude,
  gpsLongitude,
}: Pick<SiteRow["site"], "geofence" | "gpsLatitude" | "gpsLongitude">) {
  const gps = positionOf(gpsLatitude, gpsLongitude);
  return { geofence, gps, fence: judgeFence(geofence, gps) };
}

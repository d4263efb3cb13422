import type { SiteRow } from "#database/sites/sites.ts";
import { judgeFence, positionOf } from "#domain/sites/inside-fence.ts";
import { hasRecordingTag } from "#domain/sites/recording.ts";
import type { AtSite } from "../access.ts";
import { describeBanner } from "../branding/describe-banner.ts";
import type { Context, Person } from "../context.ts";
import { describeSite } from "./describe-site.ts";

/** Describes an opened site with the fields of its own pages. */
export function describeOpened(
  row: SiteRow,
  { actor, endsAt }: Pick<AtSite["site"], "actor" | "endsAt">,
  person: Person,
  context: Context,
) {
  const { electricityPrice, feedInPrice, priceUnit, reduceScale, solarPeak } = row.site;
  return {
    ...describeSite(row, actor, person, context),
    owner: actor.owner,
    endsAt,
    recording: hasRecordingTag(row.site.tags),
    electricityPrice,
    feedInPrice,
    priceUnit,
    reduceScale,
    solarPeak,
    ...describePlace(row.site),
    ...describeBanner(row.site.banner),
  };
}

/**
 * Describes the allowed area of a site, the position reported by its logger, and whether that is inside the area. Share
 * viewers receive none of these fields.
 */
function describePlace({
  geofence,
  gpsLatitude,
  gpsLongitude,
}: Pick<SiteRow["site"], "geofence" | "gpsLatitude" | "gpsLongitude">) {
  const gps = positionOf(gpsLatitude, gpsLongitude);
  return { geofence, gps, fence: judgeFence(geofence, gps) };
}

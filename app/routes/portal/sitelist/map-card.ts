import { call, problemOf } from "#app/backend.server.ts";
import { requireUser } from "#app/guard.server.ts";
import { siteSearch } from "#app/site-search.ts";
import { describeZone } from "#domain/history/zone-offsets.ts";
import type { Route } from "./+types/map-card";

/** Data of the card of one marker; null if the user no longer has access to the site. */
export async function loader(args: Route.LoaderArgs) {
  requireUser(args);
  const id = Number(args.params.id);
  try {
    const site = await call(args.context, "POST /site/v2/getForPage", { id });
    const { status, location, batterySoc, solar, load, grid, metricsAt } = site;
    const { latitude, longitude, geofence, fence } = site;
    const timeZone = site.timeZone.timeZoneId;
    const metrics = {
      batterySoc,
      solar,
      load,
      grid,
      metricsAt,
      timeZone,
      zoneRules: describeZone(timeZone),
    };
    const place = {
      position: latitude === null || longitude === null ? null : { latitude, longitude },
      /** State relative to the geofence; null without one. */
      fence: geofence === null ? null : (fence ?? "unknown"),
    } as const;
    const address = `/realtime${siteSearch(site)}`;
    return { id, site: { status, location, address, ...place, ...metrics } };
  } catch (thrown) {
    const code = problemOf(thrown)?.code;
    if (code === "notFound" || code === "forbidden" || code === "invalid" || code === "malformed")
      return { id, site: null };
    throw thrown;
  }
}

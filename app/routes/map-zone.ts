import { callForPage } from "../guard.server.ts";
import type { Route } from "./+types/map-zone";

/** Time zone and country of a picked position; null if it has none. */
export async function loader(args: Route.LoaderArgs) {
  const { searchParams } = args.url;
  const [latitude, longitude] = ["latitude", "longitude"].map((name) =>
    Number.parseFloat(searchParams.get(name) ?? ""),
  );
  if (latitude === undefined || longitude === undefined) return null;
  if (!(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180)) return null;
  return callForPage(args, "POST /basic/v2/map/geonames/timezoneconutry", {
    latitude,
    longitude,
  });
}

import { backend } from "../backend.server.ts";
import type { Route } from "./+types/map-tiles";

/** Source of the map tiles, requested with the first map so that no other page carries it. */
export function loader({ context }: Route.LoaderArgs): Response {
  const { mapTiles } = context.get(backend).context;
  const settings = mapTiles && { url: mapTiles.url, attribution: mapTiles.attribution };
  return Response.json(settings, { headers: { "Cache-Control": "private, max-age=3600" } });
}

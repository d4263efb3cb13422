import { HOUR_MS, SECOND_MS } from "#domain/units/durations.ts";
import { backend } from "../backend.server.ts";
import type { Route } from "./+types/map-tiles";

/** Source of the map tiles and its attribution; null without tiles, when a map shows only outlines. */
export type TileSettings = ReturnType<typeof readTiles>;

/** Source of the map tiles, requested with the first map so that no other page carries it. */
export function loader({ context }: Route.LoaderArgs): Response {
  const headers = { "Cache-Control": `private, max-age=${HOUR_MS / SECOND_MS}` };
  return Response.json(readTiles(context), { headers });
}

function readTiles(provider: Route.LoaderArgs["context"]) {
  const { mapTiles } = provider.get(backend).context;
  return mapTiles && { url: mapTiles.url, attribution: mapTiles.attribution };
}

import type { TileSettings } from "../routes/map-tiles.ts";

let asked: Promise<TileSettings> | undefined;

/** Loads the settings once for all maps of a page; null also if the server does not answer. */
export function readTileSettings(): Promise<TileSettings> {
  asked ??= fetch("/map/tiles")
    .then((answer): Promise<TileSettings> | null => (answer.ok ? answer.json() : null))
    .catch(() => {
      asked = undefined;
      return null;
    });
  return asked;
}

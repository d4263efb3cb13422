/** Source of the map tiles and its attribution. */
export type TileSettings = {
  url: string;
  attribution: { text: string; href: string | null };
};

let asked: Promise<TileSettings | null> | undefined;

/**
 * Loads the settings once for all maps of a page; null means a map of outlines only, which is also the fallback if the
 * server does not answer.
 */
export function readTileSettings(): Promise<TileSettings | null> {
  asked ??= fetch("/map/tiles")
    .then((answer) => (answer.ok ? (answer.json() as Promise<TileSettings | null>) : null))
    .catch(() => {
      asked = undefined;
      return null;
    });
  return asked;
}

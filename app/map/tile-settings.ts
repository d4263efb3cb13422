/** Where the pictures under a map come from, and whom to thank for them. */
export type TileSettings = {
  url: string;
  attribution: { text: string; href: string | null };
};

let asked: Promise<TileSettings | null> | undefined;

/** Once for all maps of a page; null is a map of outlines alone, also where nobody answers. */
export function readTileSettings(): Promise<TileSettings | null> {
  asked ??= fetch("/map/tiles")
    .then((answer) => (answer.ok ? (answer.json() as Promise<TileSettings | null>) : null))
    .catch(() => {
      asked = undefined;
      return null;
    });
  return asked;
}

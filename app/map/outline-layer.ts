import { type Coords, GridLayer, type Map as LeafletMap } from "leaflet";
import worldAddress from "world-atlas/countries-110m.json?url";
import { type Outlines, readOutlines, type Stroke, type World } from "./outlines.ts";

const TILE = 256;
const MIN_GRID_ZOOM = 7;

let read: Promise<Outlines> | undefined;

function loadOutlines(): Promise<Outlines> {
  read ??= fetch(worldAddress)
    .then((answer): Promise<World> => answer.json())
    .then(readOutlines);
  read.catch(() => {
    read = undefined;
  });
  return read;
}

/** Draws the countries as tiles, so that a map works without network, moves with a pan and repeats around the world. */
export class OutlineLayer extends GridLayer {
  constructor() {
    super({ tileSize: TILE, pane: "outlines", updateWhenZooming: false });
  }

  protected override createTile(place: Coords, done: (error?: Error, tile?: HTMLElement) => void) {
    const tile = document.createElement("canvas");
    loadOutlines().then(
      (outlines) => {
        // The map may have been removed before its outlines loaded.
        if ((this._map as LeafletMap | null) === null) return;
        this.draw(tile, outlines, place);
        done(undefined, tile);
      },
      (error: Error) => done(error, tile),
    );
    return tile;
  }

  private draw(tile: HTMLCanvasElement, { lands, borders }: Outlines, { x, y, z }: Coords) {
    const ratio = Math.min(2, devicePixelRatio);
    tile.width = TILE * ratio;
    tile.height = TILE * ratio;
    const pen = tile.getContext("2d");
    if (pen === null) return;
    const tiles = 2 ** z;
    const styles = getComputedStyle(this._map.getContainer());
    pen.scale(ratio, ratio);
    pen.fillStyle = styles.getPropertyValue("--map-land");
    pen.strokeStyle = styles.getPropertyValue("--map-border");
    const here = { scale: TILE * tiles, left: x * TILE, top: y * TILE };
    /** Offsets at which a stroke is visible: on this copy of the world and on its neighbours. */
    const turnsOf = (stroke: Stroke) =>
      stroke.south * tiles < y || stroke.north * tiles > y + 1
        ? []
        : [-1, 0, 1].filter(
            (turn) => (stroke.east + turn) * tiles >= x && (stroke.west + turn) * tiles <= x + 1,
          );
    pen.beginPath();
    for (const rings of lands)
      for (const turn of rings[0] ? turnsOf(rings[0]) : [])
        for (const ring of rings) trace(pen, ring, turn, here);
    pen.fill();
    pen.beginPath();
    for (const border of borders)
      for (const turn of turnsOf(border)) trace(pen, border, turn, here);
    pen.stroke();
    // Over land without borders a grid makes movement visible.
    if (z >= MIN_GRID_ZOOM) pen.strokeRect(0, 0, TILE, TILE);
  }
}

type TileProjection = { scale: number; left: number; top: number };

function trace(
  pen: CanvasRenderingContext2D,
  { points }: Stroke,
  turn: number,
  { scale, left, top }: TileProjection,
) {
  for (let at = 0; at < points.length; at += 2) {
    const x = ((points[at] ?? 0) + turn) * scale - left;
    const y = (points[at + 1] ?? 0) * scale - top;
    if (at === 0) pen.moveTo(x, y);
    else pen.lineTo(x, y);
  }
}

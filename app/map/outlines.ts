import { feature, mesh } from "topojson-client";

/**
 * A line or the edge of an area: x and y in turn, on a Mercator map of size 1 by 1, and its bounds. Some continue on
 * the next copy of the world.
 */
export type Stroke = {
  points: Float64Array;
  west: number;
  east: number;
  north: number;
  south: number;
};
/** Countries as areas, and the borders between them as lines. */
export type Outlines = { lands: readonly (readonly Stroke[])[]; borders: readonly Stroke[] };

/** Latitude at which a square map ends, °. */
const MAX_LATITUDE = 85.0511;

type Topology = Parameters<typeof feature>[0];
type Countries = Extract<Topology["objects"][string], { type: "GeometryCollection" }>;
type Mesh = (
  world: Topology,
  countries: Countries,
  isDrawn: (one: unknown, other: unknown) => boolean,
) => { coordinates: number[][][] };
/** Content of the package of outlines. */
export type World = Topology & { objects: { countries: Countries } };

export function readOutlines(world: World): Outlines {
  const { countries } = world.objects;
  const lands = feature(world, countries).features.flatMap(({ geometry }) => {
    if (geometry.type === "Polygon") return [geometry.coordinates.map(strokeOf)];
    if (geometry.type !== "MultiPolygon") return [];
    return geometry.coordinates.map((rings) => rings.map(strokeOf));
  });
  // The types support only one kind of properties.
  const between = (mesh as unknown as Mesh)(world, countries, (one, other) => one !== other);
  return { lands, borders: between.coordinates.map(strokeOf) };
}

/**
 * Each point is placed next to the previous one, on another copy of the world if necessary; a coast around a pole is
 * closed there.
 */
function strokeOf(line: readonly (readonly number[])[]): Stroke {
  const places: [x: number, y: number][] = [];
  for (const [longitude = 0, latitude = 0] of line) {
    const x = (longitude + 180) / 360;
    const before = places.at(-1)?.[0] ?? x;
    places.push([x + Math.round(before - x), mercator(latitude)]);
  }
  const [first, last] = [places[0], places.at(-1)];
  if (first && last && Math.abs(last[0] - first[0]) > 0.5) {
    const pole = last[1] > 0.5 ? 1 : 0;
    places.push([last[0], pole], [first[0], pole]);
  }
  const stroke = { points: Float64Array.from(places.flat()), west: 1, east: 0, north: 1, south: 0 };
  for (const [x, y] of places) {
    stroke.west = Math.min(stroke.west, x);
    stroke.east = Math.max(stroke.east, x);
    stroke.north = Math.min(stroke.north, y);
    stroke.south = Math.max(stroke.south, y);
  }
  return stroke;
}

function mercator(latitude: number): number {
  const within = Math.max(-MAX_LATITUDE, Math.min(MAX_LATITUDE, latitude));
  const sine = Math.sin((within * Math.PI) / 180);
  return 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI);
}

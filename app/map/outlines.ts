import { feature, mesh } from "topojson-client";
import type { GeometryCollection, Topology } from "topojson-specification";

/** A line or the edge of an area: x and y in turn, on a Mercator map of the world that is 1 by 1, and what they span. */
export type Stroke = {
  points: Float64Array;
  west: number;
  east: number;
  north: number;
  south: number;
};
/** Countries as areas, and the borders between them as lines. */
export type Outlines = { lands: readonly (readonly Stroke[])[]; borders: readonly Stroke[] };

/** As far north and south as a square map goes, °. */
const LAST_LATITUDE = 85.0511;

/** What the package of outlines holds. */
export type World = Topology<{ countries: GeometryCollection }>;

export function readOutlines(world: World): Outlines {
  const { countries } = world.objects;
  const lands = feature(world, countries).features.flatMap(({ geometry }) => {
    if (geometry.type === "Polygon") return [geometry.coordinates.map(strokeOf)];
    if (geometry.type !== "MultiPolygon") return [];
    return geometry.coordinates.map((rings) => rings.map(strokeOf));
  });
  const between = mesh(world, countries, (one, other) => one !== other);
  return { lands, borders: between.coordinates.map(strokeOf) };
}

function strokeOf(line: readonly (readonly number[])[]): Stroke {
  const points = new Float64Array(line.length * 2);
  const stroke = { points, west: 1, east: 0, north: 1, south: 0 };
  for (const [place, [longitude = 0, latitude = 0]] of line.entries()) {
    const x = (longitude + 180) / 360;
    const y = mercator(latitude);
    points[place * 2] = x;
    points[place * 2 + 1] = y;
    stroke.west = Math.min(stroke.west, x);
    stroke.east = Math.max(stroke.east, x);
    stroke.north = Math.min(stroke.north, y);
    stroke.south = Math.max(stroke.south, y);
  }
  return stroke;
}

function mercator(latitude: number): number {
  const within = Math.max(-LAST_LATITUDE, Math.min(LAST_LATITUDE, latitude));
  const sine = Math.sin((within * Math.PI) / 180);
  return 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI);
}

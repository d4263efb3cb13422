import type { Geofence, Position } from "#domain/sites/geofence.ts";
import { roundPosition } from "./round-position.ts";

/** Corners as a map draws them: each at the shorter distance from the previous one, even across the antimeridian. */
export function unwrapCorners(corners: readonly Position[]): [number, number][] {
  let last = corners[0]?.longitude ?? 0;
  return corners.map(({ latitude, longitude }) => {
    last = longitude + 360 * Math.round((last - longitude) / 360);
    return [latitude, last];
  });
}

/** Radius of a new fence around the site, m. */
const INITIAL_RADIUS_M = 250;
/** Half the side of a new polygon around the site, °. */
const INITIAL_HALF_SIDE = 0.002;

export function firstFence(shape: Geofence["shape"], around: Position): Geofence {
  if (shape === "circle") return { shape, centre: roundPosition(around), radius: INITIAL_RADIUS_M };
  const wide = INITIAL_HALF_SIDE / Math.max(0.1, Math.cos((around.latitude * Math.PI) / 180));
  const corner = (north: number, east: number) =>
    roundPosition({
      latitude: clamp(around.latitude + north * INITIAL_HALF_SIDE, 90),
      longitude: wrapLongitude(around.longitude + east * wide),
    });
  return { shape, corners: [corner(1, -1), corner(1, 1), corner(-1, 1), corner(-1, -1)] };
}

/** Centre of a fence, where another shape can start. */
export function middleOf(fence: Geofence): Position {
  if (fence.shape === "circle") return fence.centre;
  const corners = unwrapCorners(fence.corners);
  const mean = (axis: 0 | 1) =>
    corners.reduce((sum, corner) => sum + corner[axis], 0) / Math.max(1, corners.length);
  return roundPosition({ latitude: mean(0), longitude: wrapLongitude(mean(1)) });
}

/** A corner between the last and the first one. */
export function nextCorner(corners: readonly Position[]): Position {
  const ends = [corners.at(-1), corners[0]].filter((one) => one !== undefined);
  return middleOf({ shape: "polygon", corners: ends });
}

/** From -180 to 180. */
function wrapLongitude(longitude: number): number {
  return longitude - 360 * Math.round(longitude / 360);
}

function clamp(degrees: number, most: number): number {
  return Math.max(-most, Math.min(most, degrees));
}

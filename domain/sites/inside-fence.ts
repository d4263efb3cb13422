import type { FenceState, Geofence, Position } from "./geofence.ts";

/** Returns the state of a site's position relative to its fence; null without a fence or a reported position. */
export function judgeFence(fence: Geofence | null, gps: Position | null): FenceState | null {
  if (fence === null || gps === null) return null;
  return isInside(fence, gps) ? "inside" : "outside";
}

/** A position of two columns; null where one of them is missing. */
export function positionOf(latitude: number | null, longitude: number | null): Position | null {
  return latitude === null || longitude === null ? null : { latitude, longitude };
}

export function isInside(fence: Geofence, at: Position): boolean {
  if (fence.shape === "circle") return metresBetween(fence.centre, at) <= fence.radius;
  return isWithin(fence.corners, at);
}

const EARTH_RADIUS_M = 6_371_008.8;
const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** The way over the ground, m, on an Earth that is a sphere: half a per cent from the truth at most. */
export function metresBetween(one: Position, other: Position): number {
  const north = Math.sin(radians(other.latitude - one.latitude) / 2);
  const east = Math.sin(radians(other.longitude - one.longitude) / 2);
  const cosines = Math.cos(radians(one.latitude)) * Math.cos(radians(other.latitude));
  const half = Math.sqrt(Math.min(1, north * north + cosines * east * east));
  return 2 * EARTH_RADIUS_M * Math.asin(half);
}

/**
 * How many sides a ray to the north crosses, with latitude and longitude as a plane's. Each side is the shorter way
 * round the Earth, so that a fence may lie across the antimeridian; one that goes round a pole has no inside.
 */
function isWithin(corners: readonly Position[], { latitude, longitude }: Position): boolean {
  let inside = false;
  for (const [place, from] of corners.entries()) {
    const to = corners[(place + 1) % corners.length] ?? from;
    const west = turnOf(from.longitude - longitude);
    const east = west + turnOf(to.longitude - from.longitude);
    // Seen from where the ray starts, a side may come from the other way round.
    const turn = 360 * Math.round((west + east) / 720);
    const [a, b] = [west - turn, east - turn];
    if (a > 0 === b > 0) continue;
    const crossing = from.latitude + ((to.latitude - from.latitude) * -a) / (b - a);
    if (crossing > latitude) inside = !inside;
  }
  return inside;
}

/** Normalizes an angle to −180 to 180. */
function turnOf(degrees: number): number {
  return degrees - 360 * Math.round(degrees / 360);
}

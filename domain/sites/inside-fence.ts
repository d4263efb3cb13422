import type { FenceState, Geofence, Position } from "./geofence.ts";

/** Returns the state of a site's position relative to its fence; null without a fence or a reported position. */
export function judgeFence(fence: Geofence | null, gps: Position | null): FenceState | null {
  if (fence === null || gps === null) return null;
  return isInside(fence, gps) ? "inside" : "outside";
}

/** Returns the position of two coordinates, °; null if one of them is missing. */
export function positionOf(latitude: number | null, longitude: number | null): Position | null {
  return latitude === null || longitude === null ? null : { latitude, longitude };
}

/** Returns whether a position is inside a fence. */
export function isInside(fence: Geofence, at: Position): boolean {
  if (fence.shape === "circle") return metresBetween(fence.centre, at) <= fence.radius;
  return isWithin(fence.corners, at);
}

const EARTH_RADIUS_M = 6_371_008.8;
const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** Returns the distance over the ground, m, on a spherical Earth: the error is at most half a percent. */
export function metresBetween(one: Position, other: Position): number {
  const north = Math.sin(radians(other.latitude - one.latitude) / 2);
  const east = Math.sin(radians(other.longitude - one.longitude) / 2);
  const cosines = Math.cos(radians(one.latitude)) * Math.cos(radians(other.latitude));
  const half = Math.sqrt(Math.min(1, north * north + cosines * east * east));
  return 2 * EARTH_RADIUS_M * Math.asin(half);
}

/**
 * Returns whether a position is inside a polygon, by counting the sides that a ray to the north crosses, with latitude
 * and longitude as plane coordinates. Each side takes the shorter way around the Earth, so a fence may cross the
 * antimeridian; a fence around a pole has no inside.
 */
function isWithin(corners: readonly Position[], { latitude, longitude }: Position): boolean {
  let inside = false;
  for (const [place, from] of corners.entries()) {
    const to = corners[(place + 1) % corners.length] ?? from;
    const west = turnOf(from.longitude - longitude);
    const east = west + turnOf(to.longitude - from.longitude);
    // A side on the opposite half of the Earth is turned by 360°, so that the ray can cross it.
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

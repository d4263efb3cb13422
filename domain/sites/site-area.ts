import { z } from "zod";
import { MAX_AREA_RADIUS_M, MIN_AREA_RADIUS_M } from "./area-limits.ts";
import { position } from "./geofence.ts";

/** Mean radius of the Earth, m (IUGG). */
const EARTH_RADIUS_M = 6_371_008.8;

/** Circle that limits a list of sites: its centre and its radius in m. */
export const siteArea = position.extend({
  radius: z
    .number()
    .min(MIN_AREA_RADIUS_M, "outOfRange")
    .max(MAX_AREA_RADIUS_M, "outOfRange")
    .describe("m"),
});
export type SiteArea = z.infer<typeof siteArea>;

/**
 * Returns the haversine of the angle that a radius spans at the Earth's centre, 0 to 1. A position is inside a circle
 * if the haversine of its distance from the centre is not greater.
 * @param radius m
 */
export function haversineOf(radius: number): number {
  return Math.sin(Math.min(Math.PI / 2, radius / (2 * EARTH_RADIUS_M))) ** 2;
}

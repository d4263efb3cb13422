import { z } from "zod";

const latitude = z.number().min(-90, "outOfRange").max(90, "outOfRange");
const longitude = z.number().min(-180, "outOfRange").max(180, "outOfRange");

/** Coordinates, ° (WGS 84). */
export const position = z.object({ latitude, longitude });
export type Position = z.infer<typeof position>;

const MIN_RADIUS_M = 10;
const MAX_RADIUS_M = 100_000;
const MIN_CORNERS = 3;
const MAX_CORNERS = 100;

/** Area in which a site may be: a circle with a radius in metres, or a polygon with its corners in order. */
export const geofence = z.discriminatedUnion("shape", [
  z.object({
    shape: z.literal("circle"),
    centre: position,
    radius: z.number().min(MIN_RADIUS_M, "outOfRange").max(MAX_RADIUS_M, "outOfRange"),
  }),
  z.object({
    shape: z.literal("polygon"),
    corners: z.array(position).min(MIN_CORNERS, "tooFew").max(MAX_CORNERS, "tooMany"),
  }),
]);
export type Geofence = z.infer<typeof geofence>;

/** State of a site's position relative to its fence. */
export const fenceState = z.enum(["inside", "outside"]);
export type FenceState = z.infer<typeof fenceState>;

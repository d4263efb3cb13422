import { z } from "zod";

const latitude = z.number().min(-90, "outOfRange").max(90, "outOfRange");
const longitude = z.number().min(-180, "outOfRange").max(180, "outOfRange");

/** A place on Earth, ° (WGS 84). */
export const position = z.object({ latitude, longitude });
export type Position = z.infer<typeof position>;

const LARGEST_RADIUS_M = 100_000;
const MAX_CORNERS = 100;

/** Where a site may be: around a place, m, or within corners that follow one another, the last by the first. */
export const geofence = z.discriminatedUnion("shape", [
  z.object({
    shape: z.literal("circle"),
    centre: position,
    radius: z.number().min(10, "outOfRange").max(LARGEST_RADIUS_M, "outOfRange"),
  }),
  z.object({
    shape: z.literal("polygon"),
    corners: z.array(position).min(3, "tooFew").max(MAX_CORNERS, "tooMany"),
  }),
]);
export type Geofence = z.infer<typeof geofence>;

/** State of a site's position relative to its fence; null without a fence or a reported position. */
export const fenceState = z.enum(["inside", "outside"]);
export type FenceState = z.infer<typeof fenceState>;

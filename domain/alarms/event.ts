import { z } from "zod";
import { equipmentAddress } from "../registers/address.ts";
import { optionalText } from "../registers/logger-fields.ts";
import { EVENT_LEVELS } from "./event-levels.ts";

export const eventLevel = z.enum(EVENT_LEVELS);
export type EventLevel = z.infer<typeof eventLevel>;

/** Returns whether a level is more severe than another one. */
export function isMoreSevere(level: EventLevel, other: EventLevel): boolean {
  return EVENT_LEVELS.indexOf(level) < EVENT_LEVELS.indexOf(other);
}

/**
 * Event of a piece of equipment, identified by `address`, `eventNo`, `state` and `at`. For each `address` and `eventNo`
 * the event with the greatest `at` determines the current state; on a tie it is `cleared`.
 */
export const equipmentEvent = z.object({
  eventNo: z.int().min(0).max(0xffff_ffff),
  address: equipmentAddress,
  level: eventLevel,
  code: optionalText,
  state: z.enum(["raised", "cleared"]),
  /** ms UTC */
  at: z.int(),
  message: optionalText,
});
export type EquipmentEvent = z.infer<typeof equipmentEvent>;

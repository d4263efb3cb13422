import { z } from "zod";
import { equipmentAddress } from "../registers/address.ts";
import { optionalText } from "../registers/logger-fields.ts";

export const eventLevel = z.enum(["fault", "warning", "info"]);
export type EventLevel = z.infer<typeof eventLevel>;

/** Identified by address, eventNo, state and at; per address and eventNo the greatest `at` decides, on a tie `cleared`. */
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

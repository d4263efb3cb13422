import { z } from "zod";
import { equipmentAddress } from "../registers/address.ts";
import { MAX_TEXT } from "../registers/register.ts";

export const eventLevel = z.enum(["fault", "warning", "info"]);
export type EventLevel = z.infer<typeof eventLevel>;

/** Identified by address, eventNo, state and at; per address and eventNo the greatest `at` decides, on a tie `cleared`. */
export const equipmentEvent = z.object({
  eventNo: z.int().min(0).max(0xffff_ffff),
  address: equipmentAddress,
  level: eventLevel,
  code: z.string().max(MAX_TEXT).optional(),
  state: z.enum(["raised", "cleared"]),
  /** ms UTC */
  at: z.int(),
  message: z.string().max(MAX_TEXT).optional(),
});
export type EquipmentEvent = z.infer<typeof equipmentEvent>;

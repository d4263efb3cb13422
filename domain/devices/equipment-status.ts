import { z } from "zod";

/** The words of the specification, section 4, in lower case. */
export const equipmentStatus = z.enum([
  "off",
  "on",
  "charge",
  "assist",
  "bypass",
  "fault",
  "updated",
  "standby",
  "invert",
  "charging",
  "float",
  "eq running",
  "battery low",
  "overload",
  "manual start",
  "normal",
  "offline",
  "idle",
  "ready",
  "discharge",
  "running",
  "not running",
  "break off",
]);
export type EquipmentStatus = z.infer<typeof equipmentStatus>;

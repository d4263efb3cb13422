import { z } from "zod";
import { EQUIPMENT_STATUSES } from "./equipment-statuses.ts";

export const equipmentStatus = z.enum(EQUIPMENT_STATUSES);
export type { EquipmentStatus } from "./equipment-statuses.ts";

import { faultCodeOf } from "#domain/alarms/fault-codes.ts";
import { equipmentTypeOf } from "#domain/devices/equipment-types.ts";
import type { Equipment } from "#domain/registers/equipment.ts";
import type { EquipmentError } from "#protocol/viewer/messages.ts";
import type { KnownEvent } from "./known-event.ts";

/**
 * An active event as viewers see it. The name is the equipment's alias or model, else the key of its type's name; the
 * message is the logger's own, else its code.
 */
export function describeEquipmentError(
  { address, eventNo, level, code, message, at }: KnownEvent,
  equipment: Equipment | undefined,
): EquipmentError {
  const equipmentType = equipment?.typeCode ?? address.slice(0, 4);
  const faultCode = faultCodeOf(code);
  return {
    equipmentName: equipment?.alias || equipment?.model || equipmentTypeOf(equipmentType),
    message: message ?? code ?? "",
    ...(faultCode !== null && { faultCode }),
    equipmentType,
    eventTrigger: level,
    eventNo,
    address,
    at,
  };
}

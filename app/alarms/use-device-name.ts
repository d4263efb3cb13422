import { SITE_EQUIPMENT } from "#domain/registers/address-parts.ts";
import { useEquipmentName } from "../routes/site/use-equipment-name.ts";

/** Digits of an equipment address. */
const EQUIPMENT_DIGITS = 6;

/** The name of the device of an alarm; that of its type if it has none, and "whole site" without a device. */
export function useDeviceName(): (alarm: { deviceName: string; address: string | null }) => string {
  const equipmentName = useEquipmentName();
  return ({ deviceName, address }) =>
    equipmentName(deviceName, address?.slice(0, EQUIPMENT_DIGITS) ?? SITE_EQUIPMENT);
}

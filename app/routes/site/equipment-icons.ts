import type { IconName } from "#app/ui/icons/icon-paths-data.ts";
import type { EquipmentTypeName } from "#domain/devices/equipment-types.ts";

/** Icons of equipment by its type. */
export const EQUIPMENT_ICONS: Record<EquipmentTypeName, IconName> = {
  site: "site",
  solarCharger: "charger",
  inverter: "inverter",
  pvInverter: "solar",
  pcs: "inverter",
  generator: "generator",
  battery: "battery",
  meter: "meter",
  auxiliaryContacts: "module",
  dataLogger: "logger",
  cabinet: "module",
  display: "screen",
  other: "module",
};

import { type DeviceFamily, deviceFamilyOf } from "../devices/device-families.ts";

/** Codes of the battery types (specification, section 9). Their texts and lists are in the catalogue. */
export const BATTERY_TYPE = {
  gel: 0,
  agm: 1,
  leadCarbon: 2,
  flooded: 3,
  traction: 4,
  customized: 5,
  a0055: 6,
  pylonUs2000: 7,
  alphaSmile5: 8,
} as const;

/** Battery type that stands for "no battery" (specification, section 3). */
export const NO_BATTERY = 65_535;

/** Families whose own battery is made of lithium modules. */
const LITHIUM_FAMILIES: ReadonlySet<DeviceFamily | null> = new Set(["E4", "E7", "EtherLink"]);

/**
 * Returns whether a battery type is lithium. It depends on the code and the system type (specification, section 9),
 * which leaves open how: packs with a BMS are lithium everywhere, and a customized type is in the all-in-one families.
 */
export function isLithium(batteryType: number, systemType: string): boolean {
  if (batteryType === BATTERY_TYPE.customized)
    return LITHIUM_FAMILIES.has(deviceFamilyOf(systemType));
  return batteryType >= BATTERY_TYPE.a0055 && batteryType <= BATTERY_TYPE.alphaSmile5;
}

/** Returns whether a battery type stands for a battery at all. */
export function hasBattery(batteryType: number): boolean {
  return batteryType !== NO_BATTERY;
}

/** Keys of the names of equipment types in the `equipment` namespace of the locales. */
export const EQUIPMENT_TYPE_NAMES = [
  "site",
  "solarCharger",
  "inverter",
  "pvInverter",
  "pcs",
  "generator",
  "battery",
  "meter",
  "auxiliaryContacts",
  "dataLogger",
  "cabinet",
  "display",
  "other",
] as const;
export type EquipmentTypeName = (typeof EQUIPMENT_TYPE_NAMES)[number];

/** Type codes of generators at the AC input and at the AC output. */
export const INPUT_GENERATOR = "800D";
export const OUTPUT_GENERATOR = "800A";

/**
 * Type codes of the specification, section 3; FFFF is the site as a whole (logger protocol). The specification does not
 * name the meaning of 0057, 006B and 0077, which docs/settings.md decides, nor that of 004E, which docs/sites.md decides.
 */
const TYPE_OF_CODE: Readonly<Record<string, EquipmentTypeName>> = {
  FFFF: "site",
  "0032": "solarCharger",
  "0033": "inverter",
  "00FF": "pvInverter",
  "005F": "pvInverter",
  "008E": "pcs",
  "005E": "pcs",
  "800A": "generator",
  "800D": "generator",
  "006D": "battery",
  "008B": "battery",
  "008C": "battery",
  "001A": "meter",
  "0057": "auxiliaryContacts",
  "006B": "dataLogger",
  "0077": "cabinet",
  "004E": "display",
};

/** Returns the equipment type of a type code (four hexadecimal characters, upper case). */
export function equipmentTypeOf(typeCode: string): EquipmentTypeName {
  return Object.hasOwn(TYPE_OF_CODE, typeCode) ? (TYPE_OF_CODE[typeCode] ?? "other") : "other";
}

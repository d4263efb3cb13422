import { LEAD_MODEL, LITHIUM_MODEL } from "./battery-axis.ts";
import { deviceFamilyOf } from "./device-families.ts";
import { equipmentTypeOf } from "./equipment-types.ts";

/** Device types of the specification, section 3; keys of their names in the `devices` namespace of the locales. */
export const DEVICE_TYPES = [
  "wirelessLogger",
  "wiredLogger",
  "inverterCharger",
  "allInOneInverter",
  "hybridInverter",
  "solarChargeController",
  "batteryProtectionKit",
  "gridPvInverter",
  "pcs",
  "bms",
  "epm",
  "dieselGenerator",
  "meter",
  "e4",
  "e7",
  "lcd",
  "lithiumModule",
] as const;
export type DeviceType = (typeof DEVICE_TYPES)[number];

/** Data logger types of the specification, section 9: product names, the same in all languages. */
export const LOGGER_TYPES = ["Kinergy I", "Kinergy II", "E4", "E7", "Ether Link", "E-HUB"] as const;
export type LoggerType = (typeof LOGGER_TYPES)[number];

/**
 * Inverter types that the specification names in section 9: product names, the same in all languages. Others are shown
 * with their model.
 */
export const INVERTER_TYPES = [
  "Qoma33H",
  "Qoma100K",
  "CK",
  "Apollo Maxx",
  "RiiO",
  "Tyrann",
] as const;
export type InverterType = (typeof INVERTER_TYPES)[number];

/** Names of the device tabs of the specification, section 9, by type code. Other tabs have the name of their type. */
export const TAB_NAMES: Readonly<Record<string, string>> = {
  "0032": "MPPT",
  "0033": "COMBI",
  "005E": "Cyber",
  "008E": "Cyber",
  "006B": "Kinergy",
  "006D": "BGK",
  "0077": "CCS",
};

/** Device type of each type code whose model does not matter. */
const TYPE_OF_CODE: Readonly<Record<string, DeviceType>> = {
  "0032": "solarChargeController",
  "00FF": "gridPvInverter",
  "005F": "gridPvInverter",
  "008E": "pcs",
  "005E": "pcs",
  "800A": "dieselGenerator",
  "800D": "dieselGenerator",
  "006D": "batteryProtectionKit",
  "008C": "lithiumModule",
  "004E": "lcd",
};

/** A device as far as its type depends on it. */
export type TypedDevice = {
  /** Four hexadecimal characters, upper case. */
  typeCode: string;
  model: string | null;
};

/**
 * Returns the device type of a piece of equipment; null for one that the specification has no type for.
 * @param systemType of the site, which decides the type of a data logger; null if unknown
 */
export function deviceTypeOf(
  { typeCode, model }: TypedDevice,
  systemType: string | null,
): DeviceType | null {
  const text = model ?? "";
  switch (equipmentTypeOf(typeCode)) {
    case "inverter":
      if (/all[ -]?in[ -]?one|\baio\b/i.test(text)) return "allInOneInverter";
      return /hybrid|qoma/i.test(text) ? "hybridInverter" : "inverterCharger";
    case "meter":
      return /\bepm\b/i.test(text) ? "epm" : "meter";
    case "battery":
      if (typeCode !== "008B") break;
      if (LITHIUM_MODEL.test(text)) return "lithiumModule";
      return LEAD_MODEL.test(text) ? null : "bms";
    case "dataLogger":
      return typeOfLogger(text, systemType);
  }
  return Object.hasOwn(TYPE_OF_CODE, typeCode) ? (TYPE_OF_CODE[typeCode] ?? null) : null;
}

function typeOfLogger(model: string, systemType: string | null): DeviceType {
  switch (deviceFamilyOf(systemType ?? "")) {
    case "E4":
      return "e4";
    case "E7":
      return "e7";
    case "EtherLink":
      return "wiredLogger";
  }
  return /ether|wired|\blan\b|e-?hub/i.test(model) ? "wiredLogger" : "wirelessLogger";
}

/**
 * Returns the type of a data logger.
 * @param systemType of its site; null if unknown
 * @param model as the logger reports it; null if it reports none
 */
export function loggerTypeOf(systemType: string | null, model: string | null): LoggerType | null {
  if (/\be-?hub\b/i.test(model ?? "")) return "E-HUB";
  switch (deviceFamilyOf(systemType ?? "")) {
    case "K1":
      return "Kinergy I";
    case "K2":
      return "Kinergy II";
    case "E4":
      return "E4";
    case "E7":
      return "E7";
    case "EtherLink":
      return "Ether Link";
  }
  return null;
}

/** Returns the type of an inverter by its model; null if the specification does not name it. */
export function inverterTypeOf(model: string | null): InverterType | null {
  const words = plainWords(model ?? "");
  return INVERTER_TYPES.find((type) => words.includes(plainWords(type))) ?? null;
}

/** Lower-case words with a space before, between and after them. */
function plainWords(text: string): string {
  return ` ${text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, " ")
    .trim()} `;
}

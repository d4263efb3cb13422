import type { EquipmentStatus } from "#domain/devices/equipment-status.ts";
import type { Device } from "./device-register.ts";
import { inverterState } from "./devices/inverter.ts";
import { fieldOf } from "./devices/site.ts";
import { chargerState } from "./devices/solar-charger.ts";
import type { Reading } from "./reading.ts";
import { BATTERY_STATUS, batteryWord, generatorWord } from "./site-words.ts";

const INVERTER_WORDS = ["off", "standby", "invert", "charge", "bypass", "fault"] as const;
const CHARGER_WORDS = ["off", "charging", "charging", "float"] as const;

/** The status of each piece of equipment in the specification's words. */
export function describeStatuses(
  devices: readonly Device[],
  /** The fields at solar chargers and at PV inverters, in the order of their devices. */
  fields: { dc: readonly number[]; ac: readonly number[] },
  reading: Reading,
  isBatteryLow: boolean,
): { address: string; status: EquipmentStatus }[] {
  const seen = new Map<string, number>();
  return devices.flatMap(({ address }) => {
    const typeCode = address.slice(0, 4);
    const nth = seen.get(typeCode) ?? 0;
    seen.set(typeCode, nth + 1);
    const status = statusOf(typeCode, nth, fields, reading, isBatteryLow);
    return status === null ? [] : [{ address, status }];
  });
}

/** @param nth among the equipment of its type */
function statusOf(
  typeCode: string,
  nth: number,
  fields: { dc: readonly number[]; ac: readonly number[] },
  reading: Reading,
  isBatteryLow: boolean,
): EquipmentStatus | null {
  switch (typeCode) {
    case "0033":
    case "008E": {
      const word = INVERTER_WORDS[inverterState(reading, nth)];
      return isBatteryLow && (word === "invert" || word === "standby") ? "battery low" : word;
    }
    case "0032":
      return CHARGER_WORDS[chargerState(reading, fields.dc[nth] ?? 0)];
    case "00FF": {
      const { power } = fieldOf(reading, fields.ac[nth] ?? 0);
      return !reading.on ? "off" : power > 1 ? "on" : "standby";
    }
    case "006D":
    case "008B":
    case "008C": {
      const word = BATTERY_STATUS[batteryWord(reading)];
      return word === "idle" && !reading.on ? "ready" : word;
    }
    case "800D":
      return generatorWord(reading);
    case "001A":
    case "0077":
      return "normal";
    default:
      return null;
  }
}

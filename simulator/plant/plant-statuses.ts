import type { EquipmentStatus } from "#domain/devices/equipment-status.ts";
import type { Device } from "./device-register.ts";
import { inverterState } from "./devices/inverter.ts";
import { fieldOf } from "./devices/site.ts";
import { chargerState } from "./devices/solar-charger.ts";
import type { Reading } from "./reading.ts";
import { batteryWord } from "./site-words.ts";

const INVERTER_WORDS = ["off", "standby", "invert", "charge", "bypass", "fault"] as const;
const CHARGER_WORDS = ["off", "charging", "charging", "float"] as const;
const BATTERY_WORDS = { charge: "charging", discharge: "discharge", idle: "idle" } as const;

/** The specification's word for what each piece of equipment is doing. */
export function describeStatuses(
  devices: readonly Device[],
  /** The fields at solar chargers and at PV inverters, in the order of their devices. */
  fields: { dc: readonly number[]; ac: readonly number[] },
  reading: Reading,
): { address: string; status: EquipmentStatus }[] {
  const seen = { "0032": 0, "00FF": 0 };
  return devices.flatMap(
    ({ address, typeCode }): { address: string; status: EquipmentStatus }[] => {
      switch (typeCode) {
        case "0033":
        case "008E":
          return [{ address, status: INVERTER_WORDS[inverterState(reading)] }];
        case "0032":
          return [
            {
              address,
              status: CHARGER_WORDS[chargerState(reading, fields.dc[seen["0032"]++] ?? 0)],
            },
          ];
        case "00FF": {
          const { power } = fieldOf(reading, fields.ac[seen["00FF"]++] ?? 0);
          return [{ address, status: !reading.on ? "off" : power > 1 ? "on" : "standby" }];
        }
        case "006D":
        case "008B":
        case "008C":
          return [{ address, status: BATTERY_WORDS[batteryWord(reading)] }];
        case "800D":
          return [{ address, status: reading.generatorRuns ? "running" : "not running" }];
        case "001A":
          return [{ address, status: "normal" }];
        default:
          return [];
      }
    },
  );
}

import type { BatteryProfile, SimulatedPlantProfile } from "#simulator/plant-profile.ts";
import { addressOf } from "../device-address.ts";
import { choice, type Device, fixed, gauge, setting, text } from "../device-register.ts";
import type { Reading } from "../reading.ts";
import { batteryWord } from "../site-words.ts";
import { healthOf } from "./site.ts";

/** The specification's battery types. */
const TYPES = {
  0: "GEL/OPzV",
  1: "AGM",
  2: "Lead-Carbon",
  3: "Flooded",
  4: "Traction",
  5: "Customized",
  6: "A0055",
};

/** Describes the battery, or each of its racks. */
export function describeBatteries(profile: SimulatedPlantProfile): Device[] {
  const { battery } = profile;
  if (battery === null) return [];
  return Array.from({ length: battery.racks }, (_, rack) => describeRack(battery, rack));
}

function describeRack(battery: BatteryProfile, rack: number): Device {
  const shareOf = ({ racks }: Reading) => racks[rack]?.share ?? 0;
  const cells = Math.round(battery.nominalV / (battery.chemistry === "lithium" ? 3.2 : 2));
  return {
    address: addressOf(battery.typeCode, rack),
    typeCode: battery.typeCode,
    model: battery.model,
    alias: battery.racks === 1 ? "Battery" : `Rack ${rack + 1}`,
    versions: { software: "3.07" },
    registers: [
      gauge("0101", "Voltage", "V", 2, (reading) => reading.battery?.voltage ?? null),
      gauge(
        "0102",
        "Current",
        "A",
        2,
        (reading) => reading.battery && reading.battery.current * shareOf(reading),
      ),
      gauge("0103", "Power", "W", 1, (reading) => reading.flow.battery * shareOf(reading)),
      gauge("0104", "State of charge", "%", 1, ({ racks }) => 100 * (racks[rack]?.soc ?? 0)),
      gauge("0105", "State of health", "%", 1, ({ counters }) =>
        healthOf(counters.discharge, battery.capacityWh),
      ),
      gauge(
        "0106",
        "Temperature",
        "°C",
        1,
        (reading) => reading.battery && reading.battery.temperature + 0.3 * rack,
      ),
      gauge(
        "0107",
        "Cycles",
        undefined,
        0,
        ({ counters }) => counters.discharge / battery.capacityWh,
      ),
      gauge(
        "0109",
        "Highest cell voltage",
        "V",
        3,
        (reading) => (reading.battery?.voltage ?? 0) / cells + 0.006,
      ),
      gauge(
        "010A",
        "Lowest cell voltage",
        "V",
        3,
        (reading) => (reading.battery?.voltage ?? 0) / cells - 0.007,
      ),
      text("0108", "State", batteryWord),
      fixed(
        { register: "0001", name: "Capacity", kind: "gauge", unit: "Wh" },
        battery.capacityWh / battery.racks,
      ),
      choice("0020", "Battery type", TYPES, battery.chemistry === "lithium" ? 5 : 0, {
        whenOff: true,
      }),
      setting(
        "0021",
        "Low charge warning",
        { unit: "%", min: 5, max: 60, step: 1, precision: 0 },
        Math.round(100 * battery.reserve),
      ),
    ],
  };
}

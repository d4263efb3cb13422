import type { BatteryProfile, SimulatedPlantProfile } from "#simulator/plant-profile.ts";
import { choice, counter, type Device, gauge, setting, state } from "../device-register.ts";
import type { Reading } from "../reading.ts";
import { fieldOf } from "./site.ts";
import { describeSolarDevices } from "./solar-devices.ts";

const STATES = { 0: "off", 1: "bulk", 2: "absorption", 3: "float" };

/** Position in `STATES`. */
export function chargerState(reading: Reading, index: number): 0 | 1 | 2 | 3 {
  if (fieldOf(reading, index).power < 1) return 0;
  const soc = reading.battery?.soc ?? 0;
  if (soc > 0.985) return 3;
  return soc > 0.92 ? 2 : 1;
}

/** Describes one solar charger per field at the battery. */
export function describeSolarChargers(profile: SimulatedPlantProfile): Device[] {
  return describeSolarDevices(profile, "dc", {
    typeCode: "0032",
    model: "MPPT 150/85",
    alias: "Solar charger",
    software: "1.61",
    registersOf: (index) => [
      gauge("0101", "PV voltage", "V", 1, (reading) => fieldOf(reading, index).voltage),
      gauge("0102", "PV current", "A", 2, (reading) => {
        const { power, voltage } = fieldOf(reading, index);
        return voltage > 0 ? power / voltage : 0;
      }),
      gauge("0103", "PV power", "W", 1, (reading) => fieldOf(reading, index).power),
      gauge("0104", "Charge voltage", "V", 2, (reading) => reading.battery?.voltage ?? null),
      gauge("0105", "Irradiance", "W/m²", 0, (reading) => fieldOf(reading, index).onPlane),
      gauge("0106", "Panel temperature", "°C", 1, (reading) => fieldOf(reading, index).cell),
      state("0107", "Charging stage", STATES, (reading) => chargerState(reading, index)),
      counter("0140", "Energy harvested", "Wh", 0, ({ counters }) => counters.fields[index] ?? 0),
      ...chargeSettings(profile.battery),
    ],
  });
}

/** The specification's ranges are for 12 V and scale with the battery's voltage. */
function chargeSettings(battery: BatteryProfile | null) {
  if (battery === null) return [];
  const blocks = Math.max(1, Math.round(battery.nominalV / 12.6));
  const volts = (value: number) => Math.round(value * blocks * 10) / 10;
  const range = (low: number, high: number) => ({
    unit: "V",
    min: volts(low),
    max: volts(high),
    step: 0.1,
    precision: 1,
  });
  return [
    setting("0020", "Absorption voltage", range(13.5, 14.5), volts(14.1)),
    setting("0021", "Float voltage", range(13, 14), volts(13.5)),
    choice("0022", "Equalising charge", { 0: "off", 1: "on" }, 0),
  ];
}

import type { SimulatedPlantProfile } from "#simulator/plant-profile.ts";
import {
  choice,
  counter,
  type Device,
  gauge,
  phaseGauges,
  setting,
  state,
} from "../device-register.ts";
import { fieldOf } from "./site.ts";
import { describeSolarDevices } from "./solar-devices.ts";

/** The PV inverter register with an effect. */
export const PV_POWER_LIMIT = "0030";

/** Describes one PV inverter per field at the output. */
export function describePvInverters(profile: SimulatedPlantProfile): Device[] {
  const { phases } = profile.inverter;
  return describeSolarDevices(profile, "ac", {
    typeCode: "00FF",
    model: "Grid PV inverter 3L",
    alias: "PV inverter",
    software: "4.40",
    registersOf: (index) => [
      gauge("0101", "PV voltage", "V", 1, (reading) => fieldOf(reading, index).voltage),
      gauge("0103", "AC power", "W", 1, (reading) => fieldOf(reading, index).power),
      ...(phases === 1
        ? phaseGauges("0104", "AC voltage", "V", 1, 1, ({ outputVoltage }) => outputVoltage)
        : [
            ...phaseGauges(
              "0111",
              "AC voltage",
              "V",
              1,
              phases,
              ({ outputVoltage }) => outputVoltage,
            ),
            ...phaseGauges(
              "0114",
              "AC power",
              "W",
              1,
              phases,
              (_, reading) => fieldOf(reading, index).power / phases,
            ),
          ]),
      gauge("0105", "AC frequency", "Hz", 2, (reading) => reading.outputFrequency),
      gauge("0106", "Panel temperature", "°C", 1, (reading) => fieldOf(reading, index).cell),
      gauge("0107", "Irradiance", "W/m²", 0, (reading) => fieldOf(reading, index).onPlane),
      state("0108", "Operating state", { 0: "off", 1: "waiting", 2: "feeding" }, (reading) =>
        reading.on ? (fieldOf(reading, index).power > 1 ? 2 : 1) : 0,
      ),
      counter("0140", "Energy fed", "Wh", 0, ({ counters }) => counters.fields[index] ?? 0),
      setting(
        PV_POWER_LIMIT,
        "Power limit",
        { unit: "%", min: 0, max: 100, step: 1, precision: 0 },
        100,
      ),
      choice(
        "0031",
        "Power factor",
        { 0: "-0.98", 1: "-0.99", 2: "+1/-1", 3: "0.99", 4: "0.98" },
        2,
        { whenOff: true },
      ),
    ],
  });
}

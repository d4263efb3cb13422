import type { SimulatedPlantProfile } from "../../plant-profile.ts";
import { addressOf } from "../device-address.ts";
import { choice, counter, type Device, gauge, setting } from "../device-register.ts";

/** The energy meter at the grid. */
export function describeMeter(profile: SimulatedPlantProfile): Device[] {
  if (!profile.meter || profile.grid === null) return [];
  return [
    {
      address: addressOf("001A"),
      typeCode: "001A",
      model: "Energy meter EPM-1",
      alias: "Grid meter",
      registers: [
        gauge("0101", "Voltage", "V", 1, (reading) => reading.gridVoltage),
        gauge("0102", "Current", "A", 2, ({ flow, gridVoltage }) =>
          gridVoltage > 0 ? flow.grid / gridVoltage : 0,
        ),
        gauge("0103", "Power", "W", 1, ({ flow }) => flow.grid),
        gauge("0104", "Frequency", "Hz", 2, (reading) => reading.gridFrequency),
        counter("0140", "Energy imported", "Wh", 0, ({ counters }) => counters.gridImport),
        counter("0141", "Energy exported", "Wh", 0, ({ counters }) => counters.gridExport),
        setting(
          "0057",
          "Current transformer correction",
          { unit: "%", min: 0, max: 2, step: 0.1, precision: 1 },
          0.5,
        ),
        choice(
          "0058",
          "External CT",
          { 0: "none", 1: "100A/100mA", 2: "200A/100mA", 3: "400A/100mA" },
          1,
        ),
      ],
    },
  ];
}

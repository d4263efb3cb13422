import type { SimulatedPlantProfile } from "#simulator/plant-profile.ts";
import { addressOf } from "../device-address.ts";
import {
  choice,
  counter,
  type Device,
  type DeviceRegister,
  gauge,
  phaseGauges,
  setting,
} from "../device-register.ts";
import type { PhaseReading } from "../reading.ts";

/** Describes the energy meters: at the grid, and in a cabinet at the load. */
export function describeMeters(profile: SimulatedPlantProfile): Device[] {
  const { phases } = profile.inverter;
  const atGrid: DeviceRegister[] = [
    ...describePhases(phases, ({ grid, gridVoltage }) => [grid, gridVoltage]),
    gauge("0103", "Power", "W", 1, ({ flow }) => flow.grid),
    gauge("0104", "Frequency", "Hz", 2, (reading) => reading.gridFrequency),
    counter("0140", "Energy imported", "Wh", 0, ({ counters }) => counters.gridImport),
    counter("0141", "Energy exported", "Wh", 0, ({ counters }) => counters.gridExport),
  ];
  const atLoad: DeviceRegister[] = [
    ...describePhases(phases, ({ load, outputVoltage }) => [load, outputVoltage]),
    gauge("0103", "Power", "W", 1, ({ flow }) => flow.load),
    gauge("0104", "Frequency", "Hz", 2, (reading) => reading.outputFrequency),
    counter("0140", "Energy consumed", "Wh", 0, ({ counters }) => counters.load),
  ];
  const places: { alias: string; registers: DeviceRegister[] }[] = [];
  if (profile.meter && profile.grid !== null)
    places.push({ alias: "Grid meter", registers: atGrid });
  if (profile.cabinet !== null) places.push({ alias: "Load meter", registers: atLoad });
  return places.map(({ alias, registers }, nth) => ({
    address: addressOf("001A", nth),
    typeCode: "001A",
    model: phases === 1 ? "Energy meter EPM-1" : `Energy meter EPM-${phases}`,
    alias,
    registers: [...registers, ...SETTINGS],
  }));
}

/** Voltage and current registers, for several phases also the power. */
function describePhases(
  count: number,
  read: (phase: PhaseReading) => [power: number, voltage: number],
): DeviceRegister[] {
  const voltage = (phase: PhaseReading) => read(phase)[1];
  const current = (phase: PhaseReading) => {
    const [power, volts] = read(phase);
    return volts > 0 ? power / volts : 0;
  };
  if (count === 1)
    return [
      ...phaseGauges("0101", "Voltage", "V", 1, 1, voltage),
      ...phaseGauges("0102", "Current", "A", 2, 1, current),
    ];
  return [
    ...phaseGauges("0111", "Voltage", "V", 1, count, voltage),
    ...phaseGauges("0114", "Current", "A", 2, count, current),
    ...phaseGauges("0117", "Power", "W", 1, count, (phase) => read(phase)[0]),
  ];
}

const SETTINGS: readonly DeviceRegister[] = [
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
];

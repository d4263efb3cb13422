import { type DeviceRegister, phaseGauges } from "../device-register.ts";
import type { PhaseReading, Reading } from "../reading.ts";

/** A unit's share of the total. */
type Share = (reading: Reading) => number;

/** The alternating-current registers of a single-phase inverter. */
export function describeOnePhase(shareOf: Share): DeviceRegister[] {
  return [
    ...phaseGauges("0107", "AC input voltage", "V", 1, 1, ({ gridVoltage }) => gridVoltage),
    ...phaseGauges("0108", "AC input current", "A", 2, 1, inputCurrent(shareOf)),
    ...phaseGauges("0110", "AC output voltage", "V", 1, 1, ({ outputVoltage }) => outputVoltage),
    ...phaseGauges("0111", "AC output current", "A", 2, 1, outputCurrent(shareOf)),
  ];
}

/**
 * The alternating-current registers of an inverter with two or three phases.
 * @param critical the share of the critical loads, 0 to 1
 */
export function describePhases(count: number, critical: number, shareOf: Share): DeviceRegister[] {
  return [
    ...phaseGauges("0121", "AC input voltage", "V", 1, count, ({ gridVoltage }) => gridVoltage),
    ...phaseGauges("0124", "AC input current", "A", 2, count, inputCurrent(shareOf)),
    ...phaseGauges(
      "0127",
      "AC input power",
      "W",
      1,
      count,
      ({ grid, generator }, reading) => (grid + generator) * shareOf(reading),
    ),
    ...phaseGauges(
      "0131",
      "AC output voltage",
      "V",
      1,
      count,
      ({ outputVoltage }) => outputVoltage,
    ),
    ...phaseGauges("0134", "AC output current", "A", 2, count, outputCurrent(shareOf)),
    ...phaseGauges(
      "0137",
      "AC output power",
      "W",
      1,
      count,
      ({ load }, reading) => load * shareOf(reading),
    ),
    ...phaseGauges(
      "013A",
      "Inverter power",
      "W",
      1,
      count,
      ({ inverter }, reading) => inverter * shareOf(reading),
    ),
    ...phaseGauges(
      "013D",
      "Critical load power",
      "W",
      1,
      count,
      ({ load }, reading) => load * critical * shareOf(reading),
    ),
    ...phaseGauges(
      "0150",
      "Normal load power",
      "W",
      1,
      count,
      ({ load }, reading) => load * (1 - critical) * shareOf(reading),
    ),
  ];
}

function inputCurrent(shareOf: Share) {
  return ({ grid, gridVoltage }: PhaseReading, reading: Reading) =>
    gridVoltage > 0 ? (Math.abs(grid) * shareOf(reading)) / gridVoltage : 0;
}

function outputCurrent(shareOf: Share) {
  return ({ load, outputVoltage }: PhaseReading, reading: Reading) =>
    outputVoltage > 0 ? (load * shareOf(reading)) / outputVoltage : 0;
}

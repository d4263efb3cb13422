import type { SimulatedPlantProfile } from "../../plant-profile.ts";
import { addressOf } from "../device-address.ts";
import { choice, counter, type Device, gauge, setting, text } from "../device-register.ts";
import { GENERATOR_SWITCH } from "../generator-control.ts";

/** Registers of a generator that have an effect. */
export const GENERATOR_SETTING = {
  position: "0010",
  startSoc: "0011",
  stopSoc: "0012",
  minRun: "0013",
} as const;

export function describeGenerator(profile: SimulatedPlantProfile): Device[] {
  const { generator, inverter } = profile;
  if (generator === null) return [];
  const percent = { unit: "%", min: 5, max: 100, step: 1, precision: 0 };
  return [
    {
      address: addressOf("800D"),
      typeCode: "800D",
      model: generator.model,
      alias: "Generator",
      registers: [
        gauge("0101", "Voltage", "V", 1, (reading) =>
          reading.generatorRuns ? inverter.voltage * 1.01 : 0,
        ),
        gauge("0102", "Power", "W", 1, ({ flow }) => flow.generator),
        gauge("0103", "Frequency", "Hz", 2, (reading) =>
          reading.generatorRuns ? reading.outputFrequency : 0,
        ),
        gauge(
          "0104",
          "Load level",
          "%",
          1,
          ({ flow }) => (100 * flow.generator) / generator.ratedW,
        ),
        gauge("0105", "Fuel", "%", 1, (reading) => reading.fuel),
        gauge("0106", "Coolant temperature", "°C", 1, (reading) =>
          reading.generatorRuns
            ? 78 + (12 * reading.flow.generator) / generator.ratedW
            : reading.air,
        ),
        text("0107", "State", (reading) => (reading.generatorRuns ? "running" : "not running")),
        counter("0140", "Energy generated", "Wh", 0, ({ counters }) => counters.generator),
        counter("0141", "Run time", "s", 0, ({ counters }) => counters.generatorSeconds),
        choice(
          GENERATOR_SETTING.position,
          "Switch",
          { 0: "stop", 1: "start", 2: "automatic" },
          GENERATOR_SWITCH.automatic,
        ),
        setting(
          GENERATOR_SETTING.startSoc,
          "Start below charge",
          percent,
          Math.round(100 * generator.startSoc),
        ),
        setting(
          GENERATOR_SETTING.stopSoc,
          "Stop above charge",
          percent,
          Math.round(100 * generator.stopSoc),
        ),
        setting(
          GENERATOR_SETTING.minRun,
          "Least run time",
          { unit: "s", min: 10, max: 3_600, step: 10, precision: 0 },
          600,
        ),
      ],
    },
  ];
}

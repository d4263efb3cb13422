import type { SimulatedPlantProfile } from "#simulator/plant-profile.ts";
import { addressOf } from "../device-address.ts";
import {
  choice,
  counter,
  type Device,
  gauge,
  phaseGauges,
  setting,
  state,
  text,
} from "../device-register.ts";
import { GENERATOR_STAGES, GENERATOR_SWITCH, hasEngineOn } from "../generator-control.ts";
import type { PhaseReading, Reading } from "../reading.ts";
import { generatorWord } from "../site-words.ts";

/** Generator registers with an effect. */
export const GENERATOR_SETTING = {
  position: "0010",
  startSoc: "0011",
  stopSoc: "0012",
  minRun: "0013",
  minRest: "0014",
} as const;

const STAGES = { 0: "stopped", 1: "warming up", 2: "running", 3: "cooling down", 4: "failed" };

export function describeGenerator(profile: SimulatedPlantProfile): Device[] {
  const { generator, inverter } = profile;
  if (generator === null) return [];
  const voltage = (_: PhaseReading, reading: Reading) =>
    hasEngineOn({ stage: reading.generator }) ? inverter.voltage * 1.01 : 0;
  const percent = { unit: "%", min: 5, max: 100, step: 1, precision: 0 };
  return [
    {
      address: addressOf("800D"),
      typeCode: "800D",
      model: generator.model,
      alias: "Generator",
      registers: [
        ...(inverter.phases === 1
          ? phaseGauges("0101", "Voltage", "V", 1, 1, voltage)
          : [
              ...phaseGauges("0111", "Voltage", "V", 1, inverter.phases, voltage),
              ...phaseGauges("0114", "Power", "W", 1, inverter.phases, (phase) => phase.generator),
            ]),
        gauge("0102", "Power", "W", 1, ({ flow }) => flow.generator),
        gauge("0103", "Frequency", "Hz", 2, (reading) =>
          hasEngineOn({ stage: reading.generator }) ? inverter.frequency : 0,
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
          hasEngineOn({ stage: reading.generator })
            ? 78 + (12 * reading.flow.generator) / generator.ratedW
            : reading.air,
        ),
        text("0107", "State", generatorWord),
        state("0108", "Stage", STAGES, (reading) => GENERATOR_STAGES.indexOf(reading.generator)),
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
        setting(
          GENERATOR_SETTING.minRest,
          "Least time between stop and start",
          { unit: "s", min: 0, max: 3_600, step: 10, precision: 0 },
          60,
        ),
      ],
    },
  ];
}

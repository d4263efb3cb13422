import type { SimulatedPlantProfile } from "#simulator/plant-profile.ts";
import { addressOf } from "../device-address.ts";
import {
  choice,
  counter,
  type Device,
  fixed,
  gauge,
  label,
  setting,
  state,
} from "../device-register.ts";
import { hasEngineOn } from "../generator-control.ts";
import type { Reading } from "../reading.ts";
import { describeOnePhase, describePhases } from "./inverter-phases.ts";

/** Setting registers of the first inverter with an effect. */
export const INVERTER_SETTING = {
  feedInPower: "0048",
  workingMode: "0021",
  reserve: "0031",
  chargeCurrent: "0033",
  feedIn: "0034",
  /** Exists on each of several parallel units. */
  unitSwitch: "0010",
} as const;

export const WORKING_MODE = { selfUse: 0, backup: 1, gridFirst: 2 } as const;

const STATES = { 0: "off", 1: "standby", 2: "invert", 3: "charge", 4: "bypass", 5: "fault" };

/** Position in `STATES`. */
export function inverterState(reading: Reading, unit: number): 0 | 1 | 2 | 3 | 4 | 5 {
  const { on, flow, gridThere, generator, units } = reading;
  const state = units[unit]?.state;
  if (state === "fault") return 5;
  if (state !== "on") return !on && (gridThere || hasEngineOn({ stage: generator })) ? 4 : 0;
  if (flow.shutDown) return 5;
  if (flow.inverter > 10) return 2;
  return flow.inverter < -10 ? 3 : 1;
}

export function describeInverters(profile: SimulatedPlantProfile): Device[] {
  return Array.from({ length: profile.inverter.units }, (_, unit) => describeUnit(profile, unit));
}

function describeUnit(profile: SimulatedPlantProfile, unit: number): Device {
  const { inverter, battery, grid, load } = profile;
  const { voltage, frequency, ratedW, typeCode } = inverter;
  const shareOf = ({ units }: Reading) => units[unit]?.share ?? 0;
  const maxChargeA = Math.max(
    5,
    Math.floor((battery?.maxChargeW ?? 0) / (battery?.nominalV ?? 48) / 5) * 5,
  );
  const feedIn =
    typeCode === "0033" ? { min: 50, max: 5_000, step: 50 } : { min: 500, max: 100_000, step: 500 };
  const exportLimit = grid?.exportLimitW ?? 0;
  return {
    address: addressOf(typeCode, unit),
    typeCode,
    model: inverter.model,
    alias: inverter.units === 1 ? inverter.model : `${inverter.model} no. ${unit + 1}`,
    versions: { software: "2.14", hardware: "1.3", dsp: "5.02" },
    registers: [
      gauge(
        "0109",
        "AC input power",
        "W",
        1,
        (reading) => (reading.flow.grid + reading.flow.generator) * shareOf(reading),
      ),
      gauge("010A", "AC input frequency", "Hz", 2, (reading) => reading.gridFrequency),
      gauge("0112", "AC output power", "W", 1, (reading) => reading.flow.load * shareOf(reading)),
      ...(inverter.phases === 1
        ? describeOnePhase(shareOf)
        : describePhases(inverter.phases, load.criticalShare, shareOf)),
      gauge("0113", "AC output frequency", "Hz", 2, (reading) => reading.outputFrequency),
      gauge(
        "0114",
        "Load level",
        "%",
        1,
        (reading) => (100 * Math.abs(reading.flow.inverter) * shareOf(reading)) / ratedW,
      ),
      gauge(
        "0115",
        "Inverter power",
        "W",
        1,
        (reading) => reading.flow.inverter * shareOf(reading),
      ),
      gauge("0116", "DC voltage", "V", 2, (reading) => reading.battery?.voltage ?? null),
      gauge(
        "0117",
        "Heat sink temperature",
        "°C",
        1,
        (reading) => reading.inverterTemperature + 0.4 * unit,
      ),
      gauge("0118", "Fan speed", "%", 0, (reading) =>
        Math.min(100, Math.max(0, (reading.inverterTemperature - 38) * 6)),
      ),
      state("0119", "Operating state", STATES, (reading) => inverterState(reading, unit)),
      counter(
        "0146",
        "Energy inverted",
        "Wh",
        0,
        ({ counters }) => counters.units[unit]?.inverted ?? 0,
        4_294_967_296,
      ),
      counter(
        "0147",
        "Energy rectified",
        "Wh",
        0,
        ({ counters }) => counters.units[unit]?.rectified ?? 0,
        4_294_967_296,
      ),
      fixed({ register: "0001", name: "Rated power", kind: "gauge", unit: "W" }, ratedW),
      label("0002", "Label", `INV-${unit + 1}`),
      ...(inverter.units === 1
        ? []
        : [choice(INVERTER_SETTING.unitSwitch, "Unit", { 0: "off", 1: "on" }, 1)]),
      choice(
        "0020",
        "Parallel mode",
        { 0: "single", 1: "parallel", 2: "three-phase" },
        inverter.units > 1 ? 1 : 0,
        { whenOff: true },
      ),
      choice(
        INVERTER_SETTING.workingMode,
        "Working mode",
        { 0: "self-use", 1: "backup", 2: "grid first" },
        WORKING_MODE.selfUse,
      ),
      choice(
        "0022",
        "Grid code",
        { 0: "62109", 1: "G99", 2: "VDE4105", 3: "NRS097", 4: "none" },
        grid === null ? 4 : 0,
        { whenOff: true },
      ),
      choice("0023", "Rated output frequency", { 50: "50 Hz", 60: "60 Hz" }, frequency, {
        whenOff: true,
      }),
      setting(
        INVERTER_SETTING.reserve,
        "Battery reserve",
        { unit: "%", min: 5, max: 90, step: 1, precision: 0 },
        Math.round(100 * (battery?.reserve ?? 0.1)),
      ),
      setting(
        INVERTER_SETTING.chargeCurrent,
        "Maximum charge current",
        { unit: "A", min: 5, max: maxChargeA, step: 5, precision: 0 },
        maxChargeA,
      ),
      choice(
        INVERTER_SETTING.feedIn,
        "Feed-in to the grid",
        { 0: "forbidden", 1: "allowed" },
        exportLimit > 0 ? 1 : 0,
      ),
      setting(
        "0047",
        "Solar start voltage",
        { unit: "V", min: 50, max: 300, step: 1, precision: 0, whenOff: true },
        120,
      ),
      setting(
        INVERTER_SETTING.feedInPower,
        "Maximum feed-in power",
        { unit: "W", ...feedIn, precision: 0 },
        Math.min(feedIn.max, Math.max(feedIn.min, exportLimit)),
      ),
      setting(
        "0050",
        "AC input high cut-off",
        { unit: "V", min: 240, max: 265, step: 1, precision: 0 },
        Math.min(265, Math.max(240, Math.round(voltage * 1.13))),
      ),
      setting(
        "0051",
        "AC input low cut-off",
        { unit: "V", min: 145, max: 200, step: 1, precision: 0 },
        Math.min(200, Math.max(145, Math.round(voltage * 0.8))),
      ),
    ],
  };
}

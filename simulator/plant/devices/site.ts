import type { EventLevel } from "#domain/alarms/event.ts";
import { SITE_EQUIPMENT } from "#domain/registers/address-parts.ts";
import type { SimulatedPlantProfile } from "#simulator/plant-profile.ts";
import {
  choice,
  counter,
  type Device,
  type DeviceRegister,
  fixed,
  gauge,
  phaseGauges,
  text,
} from "../device-register.ts";
import type { FieldReading, PhaseReading, Reading } from "../reading.ts";
import { batteryWord, generatorWord, powerSourceWord, siteWord } from "../site-words.ts";
import type { Place } from "../weather.ts";

const power = (register: string, read: (reading: Reading) => number) =>
  gauge(register, undefined, undefined, 2, read);
const energy = (register: string, read: (reading: Reading) => number) =>
  counter(register, undefined, undefined, 2, read);

/** Describes the site device FFFF00, without its well-known names and units. */
export function describeSite(
  profile: SimulatedPlantProfile,
  place: Place,
  worstEvent: () => EventLevel | null,
): Device {
  const { battery, generator, grid, solar } = profile;
  const { phases: count } = profile.inverter;
  const critical = profile.load.criticalShare;
  const phasePower = (first: string, read: (phase: PhaseReading) => number) =>
    phaseGauges(first, undefined, undefined, 2, count, read);
  const phaseVoltage = (first: string, read: (phase: PhaseReading) => number) =>
    phaseGauges(first, undefined, undefined, 1, count, read);
  const registers: DeviceRegister[] = [
    power("0100", ({ flow }) => flow.solarCharger + flow.pvInverter),
    ...phasePower("0101", ({ solar }) => solar),
    power("0120", ({ flow }) => flow.load),
    ...phasePower("0121", ({ load }) => load),
    power("0124", ({ flow }) => flow.load * critical),
    power("0125", ({ flow }) => flow.load * (1 - critical)),
    ...phaseVoltage("0128", ({ outputVoltage }) => outputVoltage),
    power("0150", ({ flow }) => flow.inverter),
    power("0160", ({ flow }) => flow.losses),
    text("0170", undefined, (reading) => siteWord(reading, worstEvent())),
    text("0171", undefined, powerSourceWord),
    energy("0200", ({ counters }) => counters.solar),
    energy("0203", ({ counters }) => counters.load),
    energy("0207", ({ counters }) => counters.solarToLoad),
    counter("020B", undefined, undefined, 0, ({ counters }) => counters.runningSeconds),
    fixed({ register: "0300", kind: "gauge" }, place.latitude),
    fixed({ register: "0301", kind: "gauge" }, place.longitude),
    fixed({ register: "0302", kind: "gauge" }, place.altitude),
    choice("0400", "Inverters", { 0: "off", 1: "on" }, 1),
    gauge("F000", undefined, undefined, 0, (reading) => reading.at),
  ];
  if (solar.some(({ coupling }) => coupling === "dc"))
    registers.push(power("0104", ({ flow }) => flow.solarCharger));
  if (solar.some(({ coupling }) => coupling === "ac"))
    registers.push(power("0105", ({ flow }) => flow.pvInverter));
  if (grid !== null)
    registers.push(
      power("0110", ({ flow }) => flow.grid),
      ...phasePower("0111", (phase) => phase.grid),
      ...phaseVoltage("0118", ({ gridVoltage }) => gridVoltage),
      gauge("011C", undefined, undefined, 2, (reading) => reading.gridFrequency),
      energy("0201", ({ counters }) => counters.gridImport),
      energy("0202", ({ counters }) => counters.gridExport),
      energy("0209", ({ counters }) => counters.solarToGrid),
    );
  if (battery !== null)
    registers.push(
      power("0130", ({ flow }) => flow.battery),
      gauge("0131", undefined, undefined, 2, (reading) => reading.battery?.voltage ?? null),
      gauge("0132", undefined, undefined, 2, (reading) => reading.battery?.current ?? null),
      gauge("0133", undefined, undefined, 1, (reading) => reading.battery?.temperature ?? null),
      gauge("0134", undefined, undefined, 1, (reading) => 100 * (reading.battery?.soc ?? 0)),
      gauge("0135", undefined, undefined, 1, ({ counters }) =>
        healthOf(counters.discharge, battery.capacityWh),
      ),
      text("0136", undefined, batteryWord),
      energy("0204", ({ counters }) => counters.charge),
      energy("0205", ({ counters }) => counters.discharge),
      energy("0208", ({ counters }) => counters.solarToBattery),
      energy("020A", ({ counters }) => counters.gridToBattery),
    );
  if (generator !== null)
    registers.push(
      power("0140", ({ flow }) => flow.generator),
      ...phasePower("0141", (phase) => phase.generator),
      text("0144", undefined, generatorWord),
      energy("0206", ({ counters }) => counters.generator),
      counter("020C", undefined, undefined, 0, ({ counters }) => counters.generatorSeconds),
    );
  return { address: SITE_EQUIPMENT, typeCode: "FFFF", registers };
}

/** State of health in %: a fifth is lost after 6,000 full cycles. */
export function healthOf(dischargedWh: number, capacityWh: number): number {
  return Math.max(60, 100 - (20 * dischargedWh) / capacityWh / 6_000);
}

/** Power of one field as metered by its device, W. */
export function fieldOf(reading: Reading, index: number): FieldReading {
  return reading.fields[index] ?? { onPlane: 0, cell: reading.air, power: 0, voltage: 0 };
}

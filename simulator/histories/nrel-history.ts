import { numbersOf, readTable, type Table } from "./read-table.ts";
import {
  gauge,
  type HistoryRegister,
  type RecordedHistory,
  siteDevice,
  siteGauge,
  toHistory,
} from "./recorded-history.ts";

const COLORADO = "America/Denver";

/** Interval 15 minutes, scaled to a site of 1 kW because the power is normalised; `isFrozen` marks frozen values. */
export function readFrozen(text: string): RecordedHistory & { isFrozen: boolean[] } {
  const table = readTable(text, ",");
  const watts = numbersOf(table, "value_normalized").map((share) =>
    share === null ? null : share * 1_000,
  );
  const times = table.rows.map(([stamp = ""]) => parseStamp(stamp.replace(" ", "T")));
  return {
    ...toHistory("UTC", times, [siteDevice([siteGauge("0100", watts)])]),
    isFrozen: table.rows.map((row) => row[2] === "True"),
  };
}

/** Interval one minute, with the small consumption of an inverter at night. */
export function readSerfEast(text: string): RecordedHistory {
  const table = readTable(text, ",");
  const times = table.rows.map(([stamp = ""]) => parseStamp(stamp.replace(" ", "T")));
  const watts = numbersOf(table, "ac_power__752");
  return toHistory(COLORADO, times, [
    solarSite(watts),
    inverter("SERF East", [gauge("0112", "AC output power", "W", watts)]),
  ]);
}

/** Interval 15 minutes in mountain standard time: AC, DC, temperatures, irradiance. */
export function readSerfWest(text: string): RecordedHistory {
  const table = readTable(text, ",");
  const times = table.rows.map(([stamp = ""]) => parseStamp(`${stamp.replace(" ", "T")}-07:00`));
  const power = "ac_power__773";
  return toHistory(COLORADO, times, [
    solarSite(numbersOf(table, power)),
    inverter("SERF West", [
      column(table, "0110", "AC output voltage", "V", "ac_volts__778"),
      column(table, "0112", "AC output power", "W", power),
      column(table, "0117", "Heat sink temperature", "°C", "inveter_temp__784"),
      column(table, "0120", "PV current +", "A", "dc_pos_current__775"),
      column(table, "0121", "PV current −", "A", "dc_neg_current__777"),
      column(table, "0122", "PV voltage +", "V", "dc_pos_voltage__774"),
      column(table, "0123", "PV voltage −", "V", "dc_neg_voltage__776"),
      column(table, "0124", "Ambient temperature", "°C", "ambient_temp__780"),
      column(table, "0125", "Module temperature 1", "°C", "module_temp_1__781"),
      column(table, "0126", "Module temperature 2", "°C", "module_temp_2__782"),
      column(table, "0127", "Module temperature 3", "°C", "module_temp_3__783"),
      column(table, "0128", "Irradiance", "W/m²", "poa_irradiance__771"),
    ]),
  ]);
}

/** Nearly three years at 15 minutes, from a logger whose clock followed daylight saving time but claimed UTC. */
export function readDaylightSaving(text: string): RecordedHistory {
  const table = readTable(text, ",");
  const times = table.rows.map(([stamp = ""]) => parseStamp(stamp));
  return toHistory("UTC", times, [siteDevice([siteGauge("0100", numbersOf(table, "ac_power_2"))])]);
}

/** Inverters consume a little at night, but the site's solar power is never below zero. */
function solarSite(watts: (number | null)[]) {
  return siteDevice([
    siteGauge(
      "0100",
      watts.map((value) => (value === null ? null : Math.max(0, value))),
    ),
  ]);
}

function inverter(alias: string, registers: HistoryRegister[]) {
  return { address: "005F11", typeCode: "005F", alias, registers };
}

function column(table: Table, register: string, name: string, unit: string, from: string) {
  return gauge(register, name, unit, numbersOf(table, from));
}

function parseStamp(stamp: string): number {
  const at = Date.parse(stamp);
  if (Number.isNaN(at)) throw new Error(`${stamp} is no time`);
  return at;
}

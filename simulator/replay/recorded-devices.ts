import { SITE_EQUIPMENT } from "#domain/registers/address-parts.ts";
import type { Equipment } from "#domain/registers/equipment.ts";
import type { Register, RegisterValue } from "#domain/registers/register.ts";
import { formatRecording } from "#domain/sites/recording.ts";
import { nameBatteryPower } from "../plant/site-words.ts";
import type { RecordedCounter, RecordedRow } from "./recording.ts";

/** Source of the recording (recordings/givenergy-household.md). */
const SOURCE = "GivEnergy hybrid inverter, United Kingdom";

/** A recorded row as played; the player decides which values apply while the inverters are off. */
export type PlayedRow = {
  at: number;
  on: boolean;
  row: RecordedRow;
  /** Lifetime counters, Wh, and seconds that the inverters were on. */
  energy: Record<RecordedCounter, number>;
  runningSeconds: number;
};

type PlayedRegister = {
  described: Register;
  read: (played: PlayedRow) => RegisterValue;
};
type PlayedDevice = Omit<Equipment, "registers"> & { registers: PlayedRegister[] };

/**
 * Powers in W with Helioport's signs: grid + import, battery + charging. With the inverters off, the grid carries all
 * load.
 */
export function powersOf({ on, row }: PlayedRow) {
  const load = row.value("load_w");
  return {
    solar: on ? row.value("solar_w") : 0,
    grid: on ? negate(row.value("grid_w")) : load,
    battery: on ? negate(row.value("batt_w")) : 0,
    inverter: on ? row.value("inv_w") : 0,
    load,
  };
}

export function statusOf({ on, row }: PlayedRow): "normal" | "standby" | "off" {
  if (!on) return "off";
  return row.status === "NORMAL" ? "normal" : "standby";
}

export function batteryStatusOf(played: PlayedRow) {
  return nameBatteryPower(powersOf(played).battery ?? 0);
}

function powerSourceOf(played: PlayedRow): string {
  const { solar, grid, battery, load } = powersOf(played);
  if ((load ?? 0) < 15) return "none";
  const sources: [string, number][] = [
    ["grid", grid ?? 0],
    ["battery", -(battery ?? 0)],
    ["solar", solar ?? 0],
  ];
  return sources.reduce((most, source) => (source[1] > most[1] ? source : most))[0];
}

export const RECORDED_DEVICES: readonly PlayedDevice[] = [
  {
    address: SITE_EQUIPMENT,
    typeCode: "FFFF",
    registers: [
      known("0100", (played) => powersOf(played).solar),
      known("0101", (played) => powersOf(played).solar),
      known("0104", (played) => powersOf(played).solar),
      known("0110", (played) => powersOf(played).grid),
      known("0111", (played) => powersOf(played).grid),
      known("0118", column("grid_v")),
      known("011C", column("grid_hz")),
      known("0120", (played) => powersOf(played).load),
      known("0121", (played) => powersOf(played).load),
      known("0128", column("out_v")),
      known("0130", (played) => powersOf(played).battery),
      known("0133", column("batt_temp_c")),
      known("0134", column("batt_soc_pct")),
      word("0136", batteryStatusOf),
      known("0150", (played) => powersOf(played).inverter),
      word("0170", statusOf),
      word("0171", powerSourceOf),
      lifetime("0200", ({ energy }) => energy.solar),
      lifetime("0201", ({ energy }) => energy.import),
      lifetime("0202", ({ energy }) => energy.export),
      lifetime("0203", ({ energy }) => energy.load),
      lifetime("0204", ({ energy }) => energy.charge),
      lifetime("0205", ({ energy }) => energy.discharge),
      lifetime("020B", ({ runningSeconds }) => runningSeconds),
      known("F000", ({ at }) => at),
      word("F001", ({ row }) => formatRecording({ day: row.date, source: SOURCE })),
    ],
  },
  {
    address: "003311",
    typeCode: "0033",
    model: "Hybrid inverter 5 kW",
    alias: "Inverter",
    registers: [
      gauge("0107", "AC input voltage", "V", column("grid_v")),
      gauge("0108", "AC input current", "A", column("grid_a")),
      gauge("010A", "AC input frequency", "Hz", column("grid_hz")),
      gauge("0110", "AC output voltage", "V", column("out_v")),
      gauge("0113", "AC output frequency", "Hz", column("out_hz")),
      gauge("0115", "Inverter power", "W", (played) => powersOf(played).inverter),
      gauge("0116", "Backed-up output power", "W", column("eps_w")),
      gauge("0117", "Heat sink temperature", "°C", column("inv_temp_c")),
      today("0150", "Solar energy today", "solar"),
      today("0151", "Grid import today", "import"),
      today("0152", "Grid export today", "export"),
      today("0153", "Battery charge today", "charge"),
      today("0154", "Battery discharge today", "discharge"),
      today("0155", "Consumption today", "load"),
    ],
  },
  ...[1, 2].map((string) => ({
    address: `00321${string}`,
    typeCode: "0032",
    model: "String input",
    alias: `PV string ${string}`,
    registers: [
      gauge("0101", "PV voltage", "V", column(`pv${string}_v`)),
      gauge("0102", "PV current", "A", whenOn(`pv${string}_a`)),
      gauge("0103", "PV power", "W", whenOn(`pv${string}_w`)),
    ],
  })),
  {
    address: "008B11",
    typeCode: "008B",
    model: "Lithium battery 9.5 kWh",
    alias: "Battery",
    registers: [
      gauge("0103", "Power", "W", (played) => powersOf(played).battery),
      gauge("0104", "State of charge", "%", column("batt_soc_pct")),
      gauge("0106", "Temperature", "°C", column("batt_temp_c")),
    ],
  },
];

function gauge(
  register: string,
  name: string,
  unit: string,
  read: PlayedRegister["read"],
): PlayedRegister {
  return { described: { register, name, kind: "gauge", unit, access: "r" }, read };
}

/** A site register with a well-known name and unit. */
function known(register: string, read: PlayedRegister["read"]): PlayedRegister {
  return { described: { register, kind: "gauge", access: "r" }, read };
}

function lifetime(register: string, read: (played: PlayedRow) => number): PlayedRegister {
  return {
    described: { register, kind: "counter", access: "r" },
    read: (played) => Math.round(read(played)),
  };
}

function word(register: string, read: PlayedRegister["read"]): PlayedRegister {
  return { described: { register, kind: "text", access: "r" }, read };
}

function today(register: string, name: string, counter: RecordedCounter): PlayedRegister {
  return {
    described: { register, name, kind: "counter", unit: "Wh", access: "r" },
    read: ({ on, row }) => (on ? row.today[counter] : null),
  };
}

function column(name: string): PlayedRegister["read"] {
  return ({ row }) => row.value(name);
}

function whenOn(name: string): PlayedRegister["read"] {
  return ({ on, row }) => (on ? row.value(name) : 0);
}

function negate(value: number | null): number | null {
  return value === null ? null : 0 - value;
}

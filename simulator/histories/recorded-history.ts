import { SITE_EQUIPMENT } from "#domain/registers/address-parts.ts";
import type { Equipment } from "#domain/registers/equipment.ts";
import type { Register, RegisterValue } from "#domain/registers/register.ts";

/** A recording as a logger's past: its samples in Helioport's registers, units and signs. */
export type RecordedHistory = {
  /** The time zone of the recorded site. */
  timeZone: string;
  equipment: Equipment[];
  /** ms UTC, ascending; some instants of one recording occur twice. */
  times: number[];
  /** By full address, each as long as `times`; null means no value. */
  columns: Map<string, RegisterValue[]>;
};

export type HistoryRegister = { described: Register; values: RegisterValue[] };
export type HistoryDevice = Omit<Equipment, "registers"> & { registers: HistoryRegister[] };

/** Combines devices and their values into a history. Each list of values is as long as `times`. */
export function toHistory(
  timeZone: string,
  times: number[],
  devices: readonly HistoryDevice[],
): RecordedHistory {
  const columns = new Map<string, RegisterValue[]>();
  for (const { address, registers } of devices)
    for (const { described, values } of registers)
      columns.set(address + described.register, values);
  const equipment = devices.map(({ registers, ...device }) => ({
    ...device,
    registers: registers.map(({ described }) => described),
  }));
  return { timeZone, equipment, times, columns };
}

/** The site device, whose registers have well-known numbers. */
export function siteDevice(registers: readonly HistoryRegister[]): HistoryDevice {
  return { address: SITE_EQUIPMENT, typeCode: "FFFF", registers: [...registers] };
}

/** A gauge of the site device, whose name and unit are well known. */
export function siteGauge(register: string, values: RegisterValue[]): HistoryRegister {
  return { described: { register, kind: "gauge", access: "r" }, values };
}

/** A lifetime counter of the site device, whose name and unit are well known. */
export function siteCounter(register: string, values: RegisterValue[]): HistoryRegister {
  return { described: { register, kind: "counter", access: "r" }, values };
}

/** A gauge of any other device. */
export function gauge(
  register: string,
  name: string,
  unit: string,
  values: RegisterValue[],
): HistoryRegister {
  return { described: { register, name, kind: "gauge", unit, access: "r" }, values };
}

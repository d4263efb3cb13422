import {
  FIRST_TIME_OF_USE_ROW,
  TIME_ROW_STRIDE,
  TIME_ROWS,
} from "../registers/catalogue/timetables.ts";
import type { RegisterValue } from "../registers/register.ts";
import { type Conflict, contains, findConflicts } from "./week-intervals.ts";
import { EVERY_DAY } from "./week-mask.ts";

/** A tariff row (specification, section 3). The symbol of its price is that of the whole table. */
export type TariffRow = {
  /** Minutes after midnight, site time. */
  start: number;
  /** Up to 1440, the end of the day; equal to `start` in a row that is not used. */
  end: number;
  /** Price of 1 kWh; negative where the grid pays for consumption. */
  price: number;
};

/** Reads a register of a piece of equipment by its number. */
export type ReadRegister = (register: string) => RegisterValue | undefined;

const FIELDS = ["start", "end", "price"] as const;

/** Returns the register of a field of a row, which is counted from 0. */
export function tariffRegister(row: number, field: (typeof FIELDS)[number]): string {
  return registerAt(FIRST_TIME_OF_USE_ROW, row, FIELDS.indexOf(field));
}

/** Returns the register at a place of a row of a timetable. */
export function registerAt(first: number, row: number, place: number): string {
  return (first + row * TIME_ROW_STRIDE + place).toString(16).toUpperCase().padStart(4, "0");
}

/** Reads the tariff rows of a device; rows without a start, an end and a price are null. */
export function readTariffs(read: ReadRegister): (TariffRow | null)[] {
  return Array.from({ length: TIME_ROWS }, (_, row) => {
    const [start, end, price] = FIELDS.map((field) => read(tariffRegister(row, field)));
    return typeof start === "number" && typeof end === "number" && typeof price === "number"
      ? { start, end, price }
      : null;
  });
}

/** Returns the registers of a tariff row with their values, for a change. */
export function writeTariffRow(
  place: number,
  row: TariffRow,
): { register: string; value: number }[] {
  return FIELDS.map((field) => ({ register: tariffRegister(place, field), value: row[field] }));
}

/** Finds tariff rows that overlap, by their places; rows apply every day. */
export function findTariffConflicts(rows: readonly (TariffRow | null)[]): Conflict[] {
  return findConflicts(rows.map(intervalOf));
}

/** Returns the price at a minute of the day; null if no row applies. */
export function priceAt(rows: readonly (TariffRow | null)[], minute: number): number | null {
  return rows.find((row) => contains(intervalOf(row), 0, minute))?.price ?? null;
}

function intervalOf(row: TariffRow | null) {
  return { start: row?.start ?? 0, end: row?.end ?? 0, days: EVERY_DAY };
}

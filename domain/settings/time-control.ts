import { FIRST_TIME_CONTROL_ROW, TIME_ROWS } from "../registers/catalogue/timetables.ts";
import { type ReadRegister, registerAt } from "./time-of-use.ts";
import { type Conflict, contains, findConflicts, isUsed } from "./week-intervals.ts";

/** A row of the time control (specification, section 3). */
export type TimeControlRow = {
  /** Minutes after midnight, site time. */
  start: number;
  /** Up to 1440, the end of the day; before `start` for a period that ends on the next day. */
  end: number;
  /** State of charge that stays in the battery, %. */
  reservedSoc: number;
  /** Whether the battery is charged from the AC input. */
  acCharge: boolean;
  /** Whether the inverter is switched off once the reserved state of charge is reached. */
  offAtSoc: boolean;
  /** Mask of the days on which the period starts: bit 0 is Monday. */
  days: number;
};

const FIELDS = ["start", "end", "reservedSoc", "acCharge", "offAtSoc", "days"] as const;
type Field = (typeof FIELDS)[number];

/** Returns the register of a field of a row, which is counted from 0. */
export function periodRegister(row: number, field: Field): string {
  return registerAt(FIRST_TIME_CONTROL_ROW, row, FIELDS.indexOf(field));
}

/** Reads the time control of a device; rows that are not complete are null. */
export function readTimeControl(read: ReadRegister): (TimeControlRow | null)[] {
  return Array.from({ length: TIME_ROWS }, (_, row) => {
    const numbers = FIELDS.map((field) => read(periodRegister(row, field)));
    if (!numbers.every((value) => typeof value === "number")) return null;
    const [start = 0, end = 0, reservedSoc = 0, acCharge, offAtSoc, days = 0] = numbers;
    return { start, end, reservedSoc, acCharge: acCharge === 1, offAtSoc: offAtSoc === 1, days };
  });
}

/** Returns the registers of a row with their values, for a change. */
export function writeTimeControlRow(
  place: number,
  row: TimeControlRow,
): { register: string; value: number }[] {
  return FIELDS.map((field) => ({
    register: periodRegister(place, field),
    value: Number(row[field]),
  }));
}

/** Finds rows that overlap on any day, by their places ('Time setting error'). */
export function findPeriodConflicts(rows: readonly (TimeControlRow | null)[]): Conflict[] {
  return findConflicts(rows.map((row) => row ?? UNUSED));
}

/**
 * Returns the row that applies at a minute of a day.
 * @param day 0 for Monday to 6 for Sunday
 */
export function periodAt(
  rows: readonly (TimeControlRow | null)[],
  day: number,
  minute: number,
): TimeControlRow | null {
  return rows.find((row) => row !== null && contains(row, day, minute)) ?? null;
}

/** Returns the place of the first row that is not used; null if all are. */
export function freeRow(rows: readonly (TimeControlRow | null)[]): number | null {
  const place = rows.findIndex((row) => row !== null && !isUsed(row));
  return place < 0 ? null : place;
}

const UNUSED = { start: 0, end: 0, days: 0 };

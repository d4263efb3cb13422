import { z } from "zod";
import { MAX_REGISTERS } from "#domain/registers/equipment.ts";
import { isShort } from "#domain/registers/logger-fields.ts";
import { mergeValues } from "#domain/registers/merge-values.ts";
import type { RegisterValue } from "#domain/registers/register.ts";
import { MAX_INSTANTS } from "./limits.ts";

/** Values by register address, one for each instant of a batch. */
export type Columns = Record<string, RegisterValue[]>;

const ADDRESS = /^[0-9A-Fa-f]{10}$/;
const RAISED_ADDRESS = /^[0-9A-F]{10}$/;

/** Error in the columns of a frame, with the path to the invalid part. */
export type ColumnFault = { message: string; path: string[] };

/** Schema of the columns that a logger sends. */
export const columns = z.unknown().transform((given, context): Columns => {
  const read = readColumns(given);
  if (!isFault(read)) return read.columns;
  context.issues.push({ code: "custom", ...read, input: given });
  return z.NEVER;
});

/**
 * Checks columns without a zod schema, which would take ten times as long: a full frame has a quarter of a million
 * values. The argument may be changed and becomes part of the result.
 */
export function readColumns(given: unknown): { columns: Columns } | ColumnFault {
  if (typeof given !== "object" || given === null || Array.isArray(given))
    return { message: "must be an object of columns", path: [] };
  const keys = Object.keys(given);
  if (keys.length > MAX_REGISTERS) return { message: "too many registers", path: [] };
  let isRaised = true;
  for (const key of keys) {
    const column: unknown = (given as Record<string, unknown>)[key];
    const place = key.slice(0, 10);
    if (!RAISED_ADDRESS.test(key)) {
      if (!ADDRESS.test(key)) return { message: "not a register address", path: [place] };
      isRaised = false;
    }
    if (!Array.isArray(column)) return { message: "must be a list of values", path: [place] };
    if (column.length > MAX_INSTANTS) return { message: "too many instants", path: [place] };
    const wrong = takeValues(column);
    if (wrong !== -1)
      return {
        message: "must be a number, a string of at most 200 characters or null",
        path: [place, `${wrong}`],
      };
  }
  const columns = given as Columns;
  return isRaised ? { columns } : raiseAddresses(columns);
}

/** Returns whether reading columns failed. */
export function isFault(read: { columns: Columns } | ColumnFault): read is ColumnFault {
  return "message" in read;
}

/** Converts a list of values to storable ones, in place. Returns the index of an invalid value, −1 if all are valid. */
function takeValues(column: unknown[]): number {
  for (let index = 0; index < column.length; index++) {
    const value = column[index];
    if (typeof value === "number") {
      // JSON numbers that are too large become infinite, which is invalid.
      if (!Number.isFinite(value)) return index;
    } else if (typeof value === "string") {
      if (!isShort(value)) return index;
      // Storage replaces an unpaired surrogate by another character, which would then compare differently.
      if (!value.isWellFormed()) column[index] = value.toWellFormed();
    } else if (value !== null) return index;
  }
  return -1;
}

function raiseAddresses(columns: Columns): { columns: Columns } | ColumnFault {
  const raised: Columns = {};
  for (const [key, column] of Object.entries(columns)) {
    const address = key.toUpperCase();
    const held = raised[address];
    if (held !== undefined && held.length !== column.length)
      return { message: "a column has another length than the instants", path: [address] };
    raised[address] = held === undefined ? column : mergeColumns(held, column);
  }
  return { columns: raised };
}

/** Merges two columns of one address, which a frame contains in upper and in lower case. */
function mergeColumns(held: RegisterValue[], values: RegisterValue[]): RegisterValue[] {
  return held.map((value, index) => mergeValues(value, values[index] ?? null));
}

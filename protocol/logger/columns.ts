import { z } from "zod";
import { MAX_REGISTERS } from "#domain/registers/equipment.ts";
import { isShort } from "#domain/registers/logger-fields.ts";
import { mergeValues } from "#domain/registers/merge-values.ts";
import type { RegisterValue } from "#domain/registers/register.ts";
import { MAX_INSTANTS } from "./limits.ts";

/** Values by register address, one for each instant of the batch. */
export type Columns = Record<string, RegisterValue[]>;

const ADDRESS = /^[0-9A-Fa-f]{10}$/;

/**
 * Columns as a logger sends them. Checked by hand: a full frame holds a quarter of a million values, and a schema of
 * a union takes ten times as long over each of them.
 */
export const columns = z.unknown().transform((given, context): Columns => {
  const fault = (message: string, ...path: string[]) => {
    context.issues.push({ code: "custom", message, path, input: given });
    return z.NEVER;
  };
  if (typeof given !== "object" || given === null || Array.isArray(given))
    return fault("must be an object of columns");
  const entries = Object.entries(given as Record<string, unknown>);
  if (entries.length > MAX_REGISTERS) return fault("too many registers");
  const read: Columns = {};
  for (const [key, column] of entries) {
    const place = key.slice(0, 10);
    if (!ADDRESS.test(key)) return fault("not a register address", place);
    if (!Array.isArray(column)) return fault("must be a list of values", place);
    if (column.length > MAX_INSTANTS) return fault("too many instants", place);
    const wrong = column.findIndex((value) => !isValue(value));
    if (wrong !== -1)
      return fault(
        "must be a number, a string of at most 200 characters or null",
        place,
        `${wrong}`,
      );
    const address = key.toUpperCase();
    const held = read[address];
    const values = column.map(toStorable);
    read[address] = held === undefined ? values : mergeColumns(held, values);
  }
  return read;
});

/** A number too great for the language reads as infinite, and is no value. */
function isValue(value: unknown): value is RegisterValue {
  if (typeof value === "number") return Number.isFinite(value);
  return value === null || (typeof value === "string" && isShort(value));
}

/** Half of a surrogate pair would come back from any store as another character, and compare differently. */
function toStorable(value: RegisterValue): RegisterValue {
  return typeof value === "string" ? value.toWellFormed() : value;
}

/** The same address once in upper and once in lower case. */
function mergeColumns(held: RegisterValue[], values: RegisterValue[]): RegisterValue[] {
  const length = Math.max(held.length, values.length);
  return Array.from({ length }, (_, index) =>
    mergeValues(held[index] ?? null, values[index] ?? null),
  );
}

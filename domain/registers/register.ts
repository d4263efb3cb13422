import { z } from "zod";
import { registerNumber } from "./address.ts";

/** Most characters of any string that a logger sends. */
export const MAX_TEXT = 200;

const text = z.string().max(MAX_TEXT);

export const registerKind = z.enum(["gauge", "counter", "enum", "setting", "text"]);
export type RegisterKind = z.infer<typeof registerKind>;

/** A register as its logger describes it; values are in `unit`. */
export const register = z.object({
  register: registerNumber,
  name: text.optional(),
  kind: registerKind,
  unit: text.optional(),
  access: z.enum(["r", "w", "rw"]),
  min: z.number().optional(),
  max: z.number().optional(),
  step: z.number().positive().optional(),
  /** Decimals of the value. */
  precision: z.int().min(0).max(9).optional(),
  /** Can be set only while the inverter is off. */
  whenOff: z.boolean().optional(),
  options: z.record(text, text).optional(),
  rollover: z.number().positive().optional(),
});
export type Register = z.infer<typeof register>;

/** A register's value: a number in its unit, a text, or null for "no value" (never zero). */
export const registerValue = z.union([z.number(), text, z.null()]);
export type RegisterValue = z.infer<typeof registerValue>;

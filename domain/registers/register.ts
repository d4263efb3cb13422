import { z } from "zod";
import { registerNumber } from "./address.ts";
import { optionalText, optionalTexts, orAbsent, text } from "./logger-fields.ts";

export const registerKind = z.enum(["gauge", "counter", "enum", "setting", "text"]);
export type RegisterKind = z.infer<typeof registerKind>;

/** Description of a register by its logger; `min`, `max`, `step` and `rollover` are in `unit`. */
export const register = z.object({
  register: registerNumber,
  name: optionalText,
  kind: registerKind,
  unit: optionalText,
  access: z.enum(["r", "w", "rw"]),
  min: orAbsent(z.number()),
  max: orAbsent(z.number()),
  step: orAbsent(z.number().positive()),
  /** Number of decimals of the value. */
  precision: orAbsent(z.int().min(0).max(9)),
  /** Whether the register can be set only while the inverter is off. */
  whenOff: orAbsent(z.boolean()),
  options: optionalTexts,
  rollover: orAbsent(z.number().positive()),
});
export type Register = z.infer<typeof register>;

/** Value of a register: a number in its unit, a text, or null for "no value" (never zero). */
export const registerValue = z.union([z.number(), text, z.null()]);
export type RegisterValue = z.infer<typeof registerValue>;

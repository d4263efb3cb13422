import { z } from "zod";
import { registerNumber } from "./address.ts";
import { optionalText, optionalTexts, orAbsent, text } from "./logger-fields.ts";
import { DANGERS, SECTIONS, TABS } from "./sections.ts";

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
  section: orAbsent(z.enum(SECTIONS)),
  tab: orAbsent(z.enum(TABS)),
  /** Name of a group of registers that are only meaningful together. */
  group: optionalText,
  /** Place within its section, and order of the writes of one change. */
  order: orAbsent(z.number()),
  danger: orAbsent(z.enum(DANGERS)),
  /** False for a volatile register, whose writes cause no wear; absent is stored. */
  stored: orAbsent(z.boolean()),
  /** Write endurance of the memory; absent is `DEFAULT_WRITES`. */
  writes: orAbsent(z.int().positive()),
  /** Whether the register is a command, not a state. */
  oneShot: orAbsent(z.boolean()),
  /** Whether the value is never shown, stored in a snapshot or logged. */
  secret: orAbsent(z.boolean()),
  /** Recommended range within `min` and `max`. */
  recommended: orAbsent(
    z.tuple([z.number(), z.number()]).refine(([lowest, highest]) => lowest <= highest),
  ),
  /** Number by which the value is divided for display: 1000 for a register in W that is shown in kW. */
  divisor: orAbsent(z.number().positive()),
});
export type Register = z.infer<typeof register>;

/** Value of a register: a number in its unit, a text, or null for "no value" (never zero). */
export const registerValue = z.union([z.number(), text, z.null()]);
export type RegisterValue = z.infer<typeof registerValue>;

import { z } from "zod";
import { registerAddress } from "#domain/registers/address.ts";
import { registerValue } from "#domain/registers/register.ts";
import type { ChangeRecord } from "#domain/settings/change.ts";
import { MINUTE_MS } from "#domain/units/durations.ts";

/** ms UTC */
const AT = 1_790_000_000_000;
const CHANGE_ID = "0b7f5f0c-7a51-4f0e-8f5f-3f1b8a6f2d11";

const limits = z.object({
  min: z.number().optional(),
  max: z.number().optional(),
  step: z.number().optional(),
  precision: z.int().optional(),
  options: z.array(z.string()).optional().describe("Keys of the options that may be written"),
});

/** A setting with its description and its state. */
export const settingState = z.object({
  address: registerAddress,
  register: z.string(),
  kind: z.string(),
  access: z.string(),
  name: z
    .string()
    .nullable()
    .describe("Key of a name of the catalogue, or the name from the logger"),
  unit: z.string(),
  precision: z.int().optional(),
  options: z.record(z.string(), z.string()).optional(),
  section: z.string().optional(),
  tab: z.string().optional(),
  group: z.string().optional().describe("Registers that are only meaningful together"),
  order: z.number().optional(),
  danger: z.string().optional(),
  whenOff: z.boolean().optional().describe("Can be set only while the inverters are off"),
  stored: z.boolean().optional().describe("False: a write causes no wear"),
  endurance: z.int().describe("Writes that the memory endures"),
  oneShot: z.boolean().optional().describe("A command, not a state"),
  secret: z.boolean().optional(),
  divisor: z.number().optional(),
  format: z.string().optional().describe("How the number is read, as a time or days of the week"),
  relevant: z
    .object({ register: z.string(), values: z.array(z.number()) })
    .optional()
    .describe("Register of the same equipment, and its values for which this one has an effect"),
  limits,
  recommended: z.array(z.number()).optional(),
  isKnown: z.boolean().describe("Whether the catalogue describes it"),
  value: registerValue.describe("As last read or reported; null if it never was"),
  at: z.int().nullable().describe("ms UTC"),
  writes: z.int().describe("Over the lifetime"),
  writesToday: z.int().describe("On the current day of UTC"),
  drift: z
    .object({ from: registerValue, to: registerValue, at: z.int() })
    .nullable()
    .describe("A change that did not come from the portal"),
  isDriftIgnored: z.boolean(),
});

/** A write that a device refuses at present. */
export const guardedWrite = z.object({
  address: registerAddress,
  value: z.number(),
  code: z.string().describe("Code of the refusal"),
  until: z.int().nullable().describe("When it becomes possible, ms UTC; null if that is unknown"),
});

export const settingExample = {
  ...{ address: "0033110047", register: "0047", kind: "setting", access: "rw" },
  ...{ name: "acVoltage", unit: "V", section: "ac input", tab: "basic", limits: {} },
  ...{ endurance: 10_000, isKnown: true, value: 230, at: AT, writes: 3, writesToday: 0 },
  ...{ drift: null, isDriftIgnored: false },
};

export const changeExample: ChangeRecord = {
  ...{ changeId: CHANGE_ID, by: "Olga Owner", at: AT, expires: AT + MINUTE_MS },
  ...{ atomic: false, revertAfter: null, reason: "winter" },
  ...{ state: "held", result: "success", endedAt: AT + 2_000, seen: null },
  items: [
    {
      ...{ address: "0033110047", from: 220, value: 230, state: "held" },
      ...{ result: "success", readBack: 230, held: true },
    },
  ],
};

export const changeInputExample = {
  id: 12,
  changeId: CHANGE_ID,
  items: [{ address: "0033110047", value: 230, expected: 220 }],
  reason: "winter",
};

export const snapshotHead = z.object({
  snapshotId: z.int(),
  at: z.int().describe("ms UTC"),
  reason: z.string(),
  count: z.int().describe("Number of values"),
  equipment: z
    .array(
      z.object({
        address: z.string(),
        model: z.string().nullable(),
        versions: z.record(z.string(), z.string()),
      }),
    )
    .describe("Models and firmware at that time"),
});

export const snapshotExample = {
  ...{ snapshotId: 3, at: AT, reason: "daily", count: 1 },
  equipment: [{ address: "003311", model: "K1-5000", versions: {} }],
};

import type { DescribedSetting } from "#domain/registers/describe-setting.ts";
import type { RegisterValue } from "#domain/registers/register.ts";

/** How devices treat the next writes. */
export type DeviceManner =
  | { kind: "normal" }
  /** Acknowledges a write and keeps the old value. */
  | { kind: "ignores" }
  /** Rounds the value to ten steps of the register. */
  | { kind: "rounds" }
  /** Puts the old value back after this many ms. */
  | { kind: "reverts"; ms: number }
  /** Refuses the nth item of a batch, from 1, and all later ones. */
  | { kind: "stops"; item: number }
  /** Loses its power at the nth item of a batch, from 1. */
  | { kind: "reboots"; item: number }
  /** Has the settings of the factory again after an update of its firmware. */
  | { kind: "clears" }
  /** Takes this many ms for each register. */
  | { kind: "slow"; ms: number };

/** Number of steps to which a device rounds. */
const ROUNDED_STEPS = 10;

/** Rounds a number as a device with coarse steps does, within the limits of the register. */
export function roundCoarsely(value: RegisterValue, setting: DescribedSetting): RegisterValue {
  if (typeof value !== "number" || setting.options !== undefined) return value;
  const { step = 1, min, max } = setting.limits;
  const coarse = ROUNDED_STEPS * step;
  const rounded = Math.round(value / coarse) * coarse;
  return Math.min(max ?? rounded, Math.max(min ?? rounded, Number(rounded.toFixed(6))));
}

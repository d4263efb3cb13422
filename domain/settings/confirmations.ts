import type { RegisterValue } from "../registers/register.ts";
import type { Danger } from "../registers/sections.ts";

/** Statement that the author of a change confirms beforehand. */
export type Confirmation =
  /** Feeding the grid needs a confirmation about local regulations (specification, section 4). */
  | "grid regulations"
  | "reset of the battery settings"
  | "reset of all settings"
  | "possible interruption of the supply";

/** An item of a change as far as its confirmation depends on it. */
export type ConfirmedItem = {
  /** Name in the catalogue. */
  name: string | null;
  danger: Danger | undefined;
  from: RegisterValue | undefined;
  value: RegisterValue;
};

/** Settings that allow feeding the grid, with the values that do not. */
const FEEDBACK: ReadonlyMap<string, number> = new Map([
  ["gridExport", 0],
  ["exportExcessSolar", 0],
  ["dispatchExportLimit", 0],
]);
const RESETS: ReadonlyMap<string, Confirmation> = new Map([
  ["resetBatterySettings", "reset of the battery settings"],
  ["resetAllSettings", "reset of all settings"],
  ["resetLogger", "reset of all settings"],
]);

/** Lists what has to be confirmed before a change is submitted, each once. */
export function confirmationsOf(items: readonly ConfirmedItem[]): Confirmation[] {
  return [...new Set(items.flatMap((item) => confirmationOf(item) ?? []))];
}

function confirmationOf({ name, danger, from, value }: ConfirmedItem): Confirmation | null {
  const forbidden = FEEDBACK.get(name ?? "");
  if (forbidden !== undefined && value !== forbidden && value !== from) return "grid regulations";
  const reset = RESETS.get(name ?? "");
  if (reset !== undefined) return reset;
  return danger === "power" ? "possible interruption of the supply" : null;
}

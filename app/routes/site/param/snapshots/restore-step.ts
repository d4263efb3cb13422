import type { RegisterValue } from "#domain/registers/register.ts";
import { isSameValue, type Setting } from "../setting.ts";
import { type Changed, inputOf } from "../setting-draft.ts";

type RestoreItem = { address: string; value: RegisterValue; expected: RegisterValue };

/**
 * Returns the items of a restoration as the review shows them, each based on the value that the plan was made from. Items
 * that only complete a group have their value already; the request adds them again.
 */
export function changedOf(items: readonly RestoreItem[], settings: readonly Setting[]): Changed[] {
  return items.flatMap(({ address, value, expected }): Changed[] => {
    const setting = settings.find((one) => one.address === address);
    if (setting === undefined || value === null) return [];
    if (isSameValue(setting, value, expected)) return [];
    const typed = inputOf(setting, value) ?? String(value);
    return [{ setting, entry: { typed, base: expected }, value, problem: null }];
  });
}

const OMISSIONS = [
  "not described",
  "read only",
  "one shot",
  "secret",
  "volatile",
  "clock or lock",
  "out of range",
  "group incomplete",
] as const;

/** Key of the text why a setting is left out. */
export function omissionKey(reason: string): (typeof OMISSIONS)[number] {
  return OMISSIONS.find((one) => one === reason) ?? "not described";
}

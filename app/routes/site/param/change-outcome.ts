import type { SignalName } from "#app/theme/palette.ts";
import type { ChangeItem, ChangeRecord, ChangeResult } from "#domain/settings/change.ts";
import type { Setting } from "./setting.ts";
import type { RequestItem } from "./setting-draft.ts";

/** Steps of a change on its way to the device and back. */
export const CHANGE_STEPS = ["queued", "sent", "acknowledged", "read back", "held"] as const;
export type ChangeStep = (typeof CHANGE_STEPS)[number];

/** Whether a change still changes; a successful one waits for the second read. */
export function isOpen({ state }: Pick<ChangeRecord, "state">): boolean {
  return state !== "ended" && state !== "held";
}

/** State of each step. */
export function stepsOfChange(
  change: ChangeRecord,
): ("done" | "current" | "ahead" | "skipped" | "failed")[] {
  const { state, result, items } = change;
  if (state === "held") return CHANGE_STEPS.map(() => "done");
  if (state === "ended" || state === "rolling back") {
    const reached = Math.max(
      ...items.map((item) => CHANGE_STEPS.indexOf(item.state as ChangeStep)),
    );
    const hasHeld = result === "success";
    return CHANGE_STEPS.map((_, index) => {
      if (hasHeld) return index === CHANGE_STEPS.length - 1 ? "skipped" : "done";
      if (index === CHANGE_STEPS.length - 1) return "failed";
      return index <= reached ? "done" : "skipped";
    });
  }
  const current = CHANGE_STEPS.indexOf(state);
  return CHANGE_STEPS.map((_, index) => {
    // A step that is reached is done, except that the first one waits for the logger.
    if (index === 0 && current === 0) return "current";
    if (index <= current) return "done";
    return index === current + 1 && current > 0 ? "current" : "ahead";
  });
}

const TONES: Record<ChangeResult, SignalName> = {
  success: "good",
  partial: "warning",
  failed: "fault",
  "rolled back": "warning",
  mixed: "fault",
  conflict: "warning",
  "not modified": "quiet",
  refused: "fault",
  expired: "warning",
  unknown: "warning",
  "reverted by device": "fault",
};

export function toneOfChange({ result }: Pick<ChangeRecord, "result">): SignalName {
  return result === undefined ? "info" : TONES[result];
}

/** Whether the device has, or may have, the new value of an item. */
function isApplied({ result, held }: ChangeItem): boolean {
  return (result === "success" && held !== false) || result === "unknown";
}

/**
 * Returns the items that give a change's settings their old values; those that cannot be undone are left out: commands,
 * secrets, unknown old values, and registers that the logger no longer has.
 */
export function undoItems(change: ChangeRecord, settings: readonly Setting[]): RequestItem[] {
  return change.items.flatMap((item): RequestItem[] => {
    const setting = settings.find(({ address }) => address === item.address);
    if (setting === undefined || setting.oneShot || setting.secret) return [];
    if (item.from === null || !isApplied(item)) return [];
    return [{ address: item.address, value: item.from, expected: item.value }];
  });
}

import type { Guard, ParamLocks } from "../param-data.ts";
import type { ActionName, ControlAction, ControlCard, ControlRow } from "./list-controls.ts";

/** Reason that prevents a control at present; `until` is when it becomes possible, ms UTC, if that is known. */
export type Blocked = {
  reason:
    | "offline"
    | "noRemoteControl"
    | "locked"
    | "unattended"
    | "invertersOn"
    | "single"
    | "generatorRunTime"
    | "generatorStartInterval"
    | "faultActive"
    | "deviceOffline"
    | "batteryOffline";
  until: number | null;
};

const GUARD_REASONS = [
  "generatorRunTime",
  "generatorStartInterval",
  "faultActive",
  "deviceOffline",
  "batteryOffline",
] as const;

type Facts = {
  locks: Pick<ParamLocks, "areInvertersOff" | "hasRemoteControl" | "isLocked" | "isUnattended">;
  isOnline: boolean;
  guards: readonly Guard[];
  /** ms UTC */
  now: number;
};

/** Returns why an action is not possible at present, the reason that concerns most controls first; null if it is. */
export function findBlocked(
  { rows }: Pick<ControlCard, "rows">,
  { setting, equipment }: ControlRow,
  { name, value }: ControlAction,
  { locks, isOnline, guards, now }: Facts,
): Blocked | null {
  const because = (reason: Blocked["reason"], until: number | null = null) => ({ reason, until });
  if (!isOnline) return because("offline");
  if (!locks.hasRemoteControl) return because("noRemoteControl");
  if (locks.isLocked) return because("locked");
  if (locks.isUnattended && setting.danger !== undefined) return because("unattended");
  if (name === "synchronize" && !hasOthers(rows, equipment)) return because("single");
  if (setting.whenOff && locks.areInvertersOff !== true) return because("invertersOn");
  const guard = guards.find((one) => one.address === setting.address && one.value === value);
  const reason = GUARD_REASONS.find((one) => one === guard?.code);
  if (guard === undefined || reason === undefined) return null;
  return guard.until !== null && guard.until <= now ? null : because(reason, guard.until);
}

/**
 * Returns the reason that prevents all actions of a card alike, so that it is stated once; null if there is none, or if
 * the card has only one row.
 */
export function commonReason(reasons: readonly (Blocked | null)[], rows: number): Blocked | null {
  const [first = null] = reasons;
  if (first === null || rows < 2) return null;
  return reasons.every((one) => one?.reason === first.reason && one.until === first.until)
    ? first
    : null;
}

/** Reason that prevents an action of a row; null without one. */
type RowReason = { action: ActionName; blocked: Blocked | null };
/** A reason that prevents an action alike in several rows. */
export type SharedReason = { action: ActionName; blocked: Blocked };

/** Number of rows from which on a reason is stated once. */
const SHARED_ROWS = 3;

/** Returns the reasons that prevent an action alike in several rows of a card, so that each is stated once. */
export function sharedReasons(reasons: readonly RowReason[]): SharedReason[] {
  const prevented = reasons.flatMap(({ action, blocked }) =>
    blocked === null ? [] : [{ action, blocked }],
  );
  const groups = Map.groupBy(
    prevented,
    ({ action, blocked }) => `${action} ${blocked.reason} ${blocked.until}`,
  );
  return [...groups.values()].flatMap(([first, ...others]) =>
    first === undefined || others.length + 1 < SHARED_ROWS ? [] : [first],
  );
}

/** Whether parameters of a device can be copied to another one of its type. */
function hasOthers(rows: readonly ControlRow[], equipment: string): boolean {
  const type = equipment.slice(0, 4);
  return rows.some((row) => row.equipment !== equipment && row.equipment.startsWith(type));
}

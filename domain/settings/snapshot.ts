import { equalWithin } from "../registers/check-setting.ts";
import type { DescribedSetting } from "../registers/describe-setting.ts";
import type { RegisterValue } from "../registers/register.ts";

/** Why a snapshot was taken. */
export const SNAPSHOT_REASONS = [
  "first connection",
  "before change",
  "before firmware",
  "after firmware",
  "daily",
] as const;
export type SnapshotReason = (typeof SNAPSHOT_REASONS)[number];

/** Model and firmware of a piece of equipment when a snapshot was taken. */
export type SnapshotEquipment = {
  address: string;
  model: string | null;
  versions: Readonly<Record<string, string>>;
};

/** A snapshot without its values; `at` is ms UTC. */
export type SnapshotHead = {
  snapshotId: number;
  at: number;
  reason: SnapshotReason;
  /** Number of values. */
  count: number;
};
export type Snapshot = Omit<SnapshotHead, "snapshotId"> & {
  /** Null for the current settings. */
  snapshotId: number | null;
  equipment: readonly SnapshotEquipment[];
  values: Readonly<Record<string, RegisterValue>>;
};

/** A setting that differs between two snapshots; a value is absent where its snapshot has none. */
export type SnapshotDifference = {
  address: string;
  from?: RegisterValue;
  to?: RegisterValue;
};

/**
 * Lists the settings that differ, by address.
 * @param precisionOf number of decimals within which values of a register are equal
 */
export function diffSnapshots(
  from: Pick<Snapshot, "values">,
  to: Pick<Snapshot, "values">,
  precisionOf: (address: string) => number,
): SnapshotDifference[] {
  const addresses = [...new Set([...Object.keys(from.values), ...Object.keys(to.values)])].sort();
  return addresses.flatMap((address): SnapshotDifference[] => {
    const [before, after] = [from.values[address], to.values[address]];
    if (before === undefined) return after === undefined ? [] : [{ address, to: after }];
    if (after === undefined) return [{ address, from: before }];
    return equalWithin(precisionOf(address), before, after)
      ? []
      : [{ address, from: before, to: after }];
  });
}

/** Why a setting of a snapshot is not restored. */
export type OmissionReason =
  | "not described"
  | "read only"
  | "one shot"
  | "secret"
  | "volatile"
  | "clock or lock"
  | "out of range";

/** The change that restores a snapshot, before it is submitted. */
export type RestorePlan = {
  /** Items of the one change that restores all harmless settings. */
  items: { address: string; value: RegisterValue; expected: RegisterValue }[];
  /** Settings with a danger, each of which needs a change of its own. */
  dangerous: { address: string; value: RegisterValue; expected: RegisterValue; danger: string }[];
  omitted: { address: string; reason: OmissionReason }[];
};

type Restorable = Pick<
  DescribedSetting,
  "access" | "danger" | "name" | "oneShot" | "secret" | "stored"
>;
type RestoreFacts = {
  settingOf: (address: string) => Restorable | undefined;
  accepts: (address: string, value: RegisterValue) => boolean;
  precisionOf: (address: string) => number;
};

/** Names of registers in the catalogue that a snapshot must not restore: clocks, and locks of the device. */
const CLOCK_OR_LOCK = /clock|lock|token|password/i;

/** Plans how the current settings get the values of a snapshot. */
export function planRestore(
  snapshot: Pick<Snapshot, "values">,
  current: Pick<Snapshot, "values">,
  facts: RestoreFacts,
): RestorePlan {
  const plan: RestorePlan = { items: [], dangerous: [], omitted: [] };
  for (const { address, from, to } of diffSnapshots(current, snapshot, facts.precisionOf)) {
    if (to === undefined) continue;
    const setting = facts.settingOf(address);
    const reason =
      omissionOf(setting, from) ?? (facts.accepts(address, to) ? null : "out of range");
    if (reason !== null) {
      plan.omitted.push({ address, reason });
      continue;
    }
    const item = { address, value: to, expected: from as RegisterValue };
    const danger = setting?.danger;
    if (danger === undefined) plan.items.push(item);
    else plan.dangerous.push({ ...item, danger });
  }
  return plan;
}

function omissionOf(
  setting: Restorable | undefined,
  current: RegisterValue | undefined,
): OmissionReason | null {
  if (setting === undefined || current === undefined) return "not described";
  if (setting.access !== "rw") return "read only";
  if (setting.oneShot) return "one shot";
  if (setting.secret) return "secret";
  if (setting.stored === false) return "volatile";
  return CLOCK_OR_LOCK.test(setting.name ?? "") ? "clock or lock" : null;
}

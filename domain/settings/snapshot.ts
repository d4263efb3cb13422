import { equalWithin } from "../registers/check-setting.ts";
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
  equipment: readonly SnapshotEquipment[];
};
export type Snapshot = Omit<SnapshotHead, "snapshotId"> & {
  /** Null for the current settings. */
  snapshotId: number | null;
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

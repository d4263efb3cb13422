import { type CommandRecord, DELETED_ISSUER } from "#domain/commands/command-record.ts";
import { equipmentOf } from "#domain/registers/address-parts.ts";
import type { Equipment } from "#domain/registers/equipment.ts";
import { findSetting } from "#domain/registers/find-setting.ts";
import { describeDevice } from "../journal/describe-changes.ts";
import type { NewEntry } from "../journal/site-journal.ts";
import type { StoredChange } from "./change-store.ts";
import type { Drift } from "./setting-registers.ts";

type Tree = readonly Equipment[];

/** Describes a change that has a result. Its values are in the entries of its commands. */
export function describeChange({ person, tracked }: StoredChange, tree: Tree): NewEntry {
  const { record } = tracked;
  const [first] = record.items;
  return {
    what: "setting.changed",
    author: { id: person, name: record.by === DELETED_ISSUER ? "" : record.by },
    details: {
      change: record.changeId,
      count: record.items.length,
      ...(first && describeRegister(first.address, tree)),
      result: record.result ?? null,
      reason: record.reason,
    },
  };
}

/** Describes a value that the device put back. */
export function describeReversion({ address, value }: CommandRecord, tree: Tree): NewEntry {
  return { what: "setting.reverted", details: { ...describeRegister(address, tree), to: value } };
}

/** Describes a setting that changed without a change from the portal. */
export function describeDrift(address: string, { from, to }: Drift, tree: Tree): NewEntry {
  return { what: "setting.drifted", details: { ...describeRegister(address, tree), from, to } };
}

export function describeRegister(address: string, tree: Tree) {
  const setting = findSetting(tree, address);
  return {
    address,
    ...describeDevice(tree, equipmentOf(address)),
    register: setting?.name ?? null,
    unit: setting?.unit ?? "",
  };
}

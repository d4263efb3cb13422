import { equipmentOf } from "../registers/address-parts.ts";
import type { DescribedSetting } from "../registers/describe-setting.ts";
import type { RegisterValue } from "../registers/register.ts";
import { MAX_CHANGE_ITEMS } from "./change.ts";
import { diffSnapshots, type Snapshot } from "./snapshot.ts";

/** Why a setting of a snapshot is not restored. */
export type OmissionReason =
  | "not described"
  | "read only"
  | "one shot"
  | "secret"
  | "volatile"
  | "clock or lock"
  | "out of range"
  /** Another register of its group, with which it is changed together, cannot be restored. */
  | "group incomplete";

export type RestoreItem = { address: string; value: RegisterValue; expected: RegisterValue };
/** One change of a restoration, with the dangers of its registers. */
export type RestoreChange = { dangers: string[]; items: RestoreItem[] };

/** The changes that restore a snapshot, before they are submitted. */
export type RestorePlan = {
  /** Changes in the order in which they keep all rules between registers; each dangerous setting is on its own. */
  changes: RestoreChange[];
  /** Settings without a danger. */
  items: RestoreItem[];
  /** Settings with a danger. */
  dangerous: (RestoreItem & { danger: string })[];
  omitted: { address: string; reason: OmissionReason }[];
};

type Restorable = Pick<
  DescribedSetting,
  "access" | "danger" | "group" | "name" | "oneShot" | "secret" | "stored"
>;
export type RestoreFacts = {
  settingOf: (address: string) => Restorable | undefined;
  accepts: (address: string, value: RegisterValue) => boolean;
  precisionOf: (address: string) => number;
  /** Addresses of the writable registers of a group of one piece of equipment. */
  membersOf: (equipment: string, group: string) => readonly string[];
  /** Value as last read or reported; undefined if it never was. */
  valueOf: (address: string) => RegisterValue | undefined;
  /** Registers of the rules that a change would break, one list for each rule. */
  brokenRules: (
    after: (address: string) => RegisterValue | undefined,
    changed: ReadonlySet<string>,
  ) => readonly (readonly string[])[];
};

/** Words in names of registers that a snapshot must not restore: clocks, locks and credentials of the device. */
const CLOCK_OR_LOCK = /\b(?:clock|lock|token|password)|(?:Clock|Lock|Token|Password)/;

/** Plans how the current settings get the values of a snapshot. */
export function planRestore(
  snapshot: Pick<Snapshot, "values">,
  current: Pick<Snapshot, "values">,
  facts: RestoreFacts,
): RestorePlan {
  const omitted: RestorePlan["omitted"] = [];
  const wanted = new Map<string, RestoreItem>();
  for (const { address, from, to } of diffSnapshots(current, snapshot, facts.precisionOf)) {
    if (to === undefined) continue;
    const setting = facts.settingOf(address);
    const reason =
      omissionOf(setting, from) ?? (facts.accepts(address, to) ? null : "out of range");
    if (reason === null) wanted.set(address, { address, value: to, expected: from ?? null });
    else omitted.push({ address, reason });
  }
  const units: RestoreItem[][] = [];
  for (const { group, members } of groupItems(wanted, facts)) {
    if (group === null) units.push(members);
    else {
      const left = new Set(omitted.map(({ address }) => address));
      const whole = completeGroup(group, { wanted, current, left }, facts);
      if (whole !== null) units.push(whole);
      else for (const { address } of members) omitted.push({ address, reason: "group incomplete" });
    }
  }
  const changes = orderChanges(packChanges(units, facts), facts);
  const items = changes.flatMap((change) => change.items);
  return {
    changes,
    items: items.filter(({ address }) => facts.settingOf(address)?.danger === undefined),
    dangerous: items.flatMap((item) => {
      const danger = facts.settingOf(item.address)?.danger;
      return danger === undefined ? [] : [{ ...item, danger }];
    }),
    omitted,
  };
}

type Group = { equipment: string; name: string };

/** Sorts items by their groups; an item without one is alone. */
function groupItems(wanted: ReadonlyMap<string, RestoreItem>, { settingOf }: RestoreFacts) {
  const keyOf = ({ address }: RestoreItem) => {
    const group = settingOf(address)?.group;
    return group === undefined ? address : `${equipmentOf(address)} ${group}`;
  };
  return [...Map.groupBy(wanted.values(), keyOf).values()].map((members) => {
    const { address = "" } = members[0] ?? {};
    const name = settingOf(address)?.group;
    const group: Group | null =
      name === undefined ? null : { equipment: equipmentOf(address), name };
    return { group, members };
  });
}

type Given = {
  wanted: ReadonlyMap<string, RestoreItem>;
  current: Pick<Snapshot, "values">;
  /** Addresses that are left out. */
  left: ReadonlySet<string>;
};

/** Adds the registers of a group that stay as they are; null if one is left out or its value is not known. */
function completeGroup(
  { equipment, name }: Group,
  { wanted, current, left }: Given,
  { membersOf }: RestoreFacts,
): RestoreItem[] | null {
  const items: RestoreItem[] = [];
  for (const address of membersOf(equipment, name)) {
    const value = current.values[address];
    const item = wanted.get(address);
    if (left.has(address)) return null;
    if (item === undefined && (value === undefined || value === null)) return null;
    items.push(item ?? { address, value: value ?? null, expected: value ?? null });
  }
  return items;
}

/** Packs harmless units into as few changes as possible; units with a danger are changes of their own. */
function packChanges(
  units: readonly RestoreItem[][],
  { settingOf }: RestoreFacts,
): RestoreChange[] {
  const dangersOf = (items: readonly RestoreItem[]) => [
    ...new Set(items.flatMap(({ address }) => settingOf(address)?.danger ?? [])),
  ];
  const changes = units.map((items) => ({ dangers: dangersOf(items), items }));
  const packed: RestoreChange[] = [];
  for (const { dangers, items } of changes) {
    if (dangers.length > 0) continue;
    const last = packed.at(-1);
    const isFull = (last?.items.length ?? MAX_CHANGE_ITEMS) + items.length > MAX_CHANGE_ITEMS;
    if (last === undefined || isFull) packed.push({ dangers, items: [...items] });
    else last.items.push(...items);
  }
  return [...packed, ...changes.filter(({ dangers }) => dangers.length > 0)];
}

/**
 * Orders changes so that each keeps the rules between registers with the values that those before it leave behind.
 * Changes that only keep them together become one.
 */
function orderChanges(changes: readonly RestoreChange[], facts: RestoreFacts): RestoreChange[] {
  const ordered: RestoreChange[] = [];
  const applied = new Map<string, RegisterValue>();
  let left = [...changes];
  const brokenBy = ({ items }: RestoreChange) => {
    const given = new Map(items.map(({ address, value }) => [address, value]));
    const after = (address: string) =>
      given.get(address) ?? applied.get(address) ?? facts.valueOf(address);
    return facts.brokenRules(after, new Set(given.keys()));
  };
  const place = (change: RestoreChange) => {
    ordered.push(change);
    for (const { address, value } of change.items) applied.set(address, value);
  };
  while (left.length > 0) {
    const waiting: RestoreChange[] = [];
    for (const change of left)
      if (brokenBy(change).length === 0) place(change);
      else waiting.push(change);
    if (waiting.length < left.length) {
      left = waiting;
      continue;
    }
    const [first, ...others] = waiting;
    if (first === undefined) break;
    const connected = new Set(brokenBy(first).flat());
    const isConnected = ({ items }: RestoreChange) =>
      items.some(({ address }) => connected.has(address));
    const joined = [first, ...others.filter(isConnected)];
    // A snapshot that breaks a rule itself is refused when the change is submitted.
    if (joined.length === 1) place(first);
    left = others.filter((change) => !joined.includes(change));
    if (joined.length > 1) left.unshift(join(joined));
  }
  return ordered;
}

function join(changes: readonly RestoreChange[]): RestoreChange {
  return {
    dangers: [...new Set(changes.flatMap(({ dangers }) => dangers))],
    items: changes.flatMap(({ items }) => items),
  };
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

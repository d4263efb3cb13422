import { equipmentOf } from "../registers/address-parts.ts";
import { equalWithin, type SettingCheck } from "../registers/check-setting.ts";
import type { DescribedSetting } from "../registers/describe-setting.ts";
import type { RegisterValue } from "../registers/register.ts";
import type { ChangeRequest } from "./change.ts";

/** Maximum number of writes of a stored register on one day of UTC. */
export const MAX_REGISTER_WRITES = 10;
/** Maximum number of writes of stored registers of one piece of equipment on one day of UTC. */
export const MAX_DEVICE_WRITES = 100;

/** Codes of the checks that a change can fail. */
export const CHANGE_REFUSALS = [
  "locked",
  "remoteControlOff",
  "unattended",
  "passwordRequired",
  "unknownRegister",
  "readOnly",
  "outOfRange",
  "invertersOn",
  "generatorRunTime",
  "generatorStartInterval",
  "faultActive",
  "deviceOffline",
  "batteryOffline",
  "groupIncomplete",
  "notUndoable",
  "timesOverlap",
  "ruleBroken",
  "writeLimit",
  "deviceWriteLimit",
  "conflict",
  "notModified",
] as const;
export type ChangeRefusalCode = (typeof CHANGE_REFUSALS)[number];

/** Why a change is refused. */
export type ChangeRefusal = {
  code: ChangeRefusalCode;
  /** The item that fails the check; null if the whole change does. */
  address: string | null;
  /** The limit that the check names: bounds of a value, writes of a day, registers that are missing. */
  limit?: Readonly<Record<string, RegisterValue | readonly string[] | undefined>>;
};

/** Facts about a site that the checks use. */
export type ChangeFacts = {
  /** Whether the owner has locked all changes. */
  isLocked: boolean;
  isUnattended: boolean;
  /** Whether the logger admits changes. */
  hasRemoteControl: boolean;
  /** Whether the site has an advanced password that the author has not entered. */
  isPasswordMissing: boolean;
  /** Whether the inverters are off; undefined if it is unknown. */
  areInvertersOff: (address: string) => boolean | undefined;
  settingOf: (address: string) => DescribedSetting | undefined;
  check: (address: string, value: RegisterValue) => SettingCheck;
  /** Value as last read or reported; undefined if it never was. */
  valueOf: (address: string) => RegisterValue | undefined;
  /** Value that an open change or command gives the register; undefined without one. */
  plannedValueOf: (address: string) => RegisterValue | undefined;
  /** Writes of a register and of its device today, with those of open changes. */
  writesToday: (address: string) => { register: number; device: number };
  /** Addresses of the writable registers of a group of one piece of equipment. */
  membersOf: (equipment: string, group: string) => readonly string[];
  /** Rules between registers that the values would break after the change. */
  brokenRules: (
    after: (address: string) => RegisterValue | undefined,
    changed: ReadonlySet<string>,
  ) => readonly ChangeRefusal[];
  /** Guards of generators and of fault locks. */
  guard: (address: string, value: RegisterValue) => ChangeRefusal | null;
  /** Whether a register is an advanced setting, which the advanced password protects. */
  isAdvanced: (address: string) => boolean;
};

/**
 * Checks a whole change before anything of it is sent. Each refusal names its item and the limit.
 * @returns an empty list if the change is permitted
 */
export function checkChange(request: ChangeRequest, facts: ChangeFacts): ChangeRefusal[] {
  const refusals = [...checkPermission(request, facts)];
  const valid = refusals.length === 0;
  for (const item of request.items) refusals.push(...checkItem(item, request, facts));
  refusals.push(...checkTogether(request, facts));
  // A budget is only worth naming for a change that could be sent.
  if (valid && refusals.length === 0) refusals.push(...checkWear(request, facts));
  return refusals;
}

/**
 * Checks again what may have changed while a change waited; null if it is still permitted.
 * @param whole all items of the change; the rules between registers are checked for these
 */
export function recheckChange(
  request: Items,
  facts: ChangeFacts,
  whole: Items = request,
): ChangeRefusalCode | null {
  const [first] = [
    ...checkPermission(request, facts),
    ...request.items.flatMap(({ address, value }) => {
      const check = facts.check(address, value);
      if (!check.ok) return [refusalOf(address, check)];
      return checkDevice(address, value, facts);
    }),
    ...checkRules(whole, facts),
  ];
  return first?.code ?? null;
}

/**
 * Checks writes of a viewer's socket. Values out of range are not among the refusals, because they end as commands with
 * the result "parameter error".
 */
export function checkDirect({ items }: Items, facts: ChangeFacts): ChangeRefusal[] {
  const fitting = items.filter(({ address, value }) => facts.check(address, value).ok);
  const refusals = [
    ...checkPermission({ items }, facts),
    ...fitting.flatMap(({ address, value }) => checkDevice(address, value, facts)),
    ...(fitting.length === 0 ? [] : checkTogether({ items: fitting }, facts)),
    ...checkModified(fitting, facts),
  ];
  return refusals.length > 0 ? refusals : checkWear({ items: fitting }, facts, () => true);
}

/**
 * Refuses writes of values that their registers have already, since a batch has no result for a write that is not sent.
 * The registers of a group are written together.
 */
function checkModified(items: Items["items"], facts: ChangeFacts): ChangeRefusal[] {
  return items
    .filter(({ address }) => facts.settingOf(address)?.group === undefined)
    .filter((item) => !isRepeated(item.address, items) && isSame(item, facts))
    .map(({ address }) => ({ code: "notModified", address }));
}

function isRepeated(address: string, items: Items["items"]): boolean {
  return items.filter((one) => one.address === address).length > 1;
}

/** Writes, as a change, a command of a socket and a stored change name them. */
type Items = { items: readonly { address: string; value: RegisterValue }[] };

/** Checks everything that depends on the site and the author. */
export function checkPermission({ items }: Items, facts: ChangeFacts): ChangeRefusal[] {
  const refusals: ChangeRefusal[] = [];
  if (facts.isLocked) refusals.push({ code: "locked", address: null });
  if (!facts.hasRemoteControl) refusals.push({ code: "remoteControlOff", address: null });
  if (facts.isPasswordMissing && items.some(({ address }) => facts.isAdvanced(address)))
    refusals.push({ code: "passwordRequired", address: null });
  if (facts.isUnattended)
    for (const { address } of items)
      if (facts.settingOf(address)?.danger !== undefined)
        refusals.push({ code: "unattended", address });
  return refusals;
}

function checkItem(
  { address, value, expected }: ChangeRequest["items"][number],
  { atomic, items }: ChangeRequest,
  facts: ChangeFacts,
): ChangeRefusal[] {
  const check = facts.check(address, value);
  if (!check.ok) return [refusalOf(address, check)];
  const refusals = checkDevice(address, value, facts);
  const current = facts.valueOf(address);
  if (atomic && items.length > 1 && facts.settingOf(address)?.oneShot)
    refusals.push({ code: "notUndoable", address });
  // A value that was never reported is read before anything is written.
  const isExpected =
    expected === undefined ||
    current === undefined ||
    equalWithin(check.precision, expected, current);
  if (!isExpected) refusals.push({ code: "conflict", address, limit: { value: current ?? null } });
  return refusals;
}

/** Checks what the state of the device requires, such as that the inverters are off. */
function checkDevice(address: string, value: RegisterValue, facts: ChangeFacts): ChangeRefusal[] {
  const refusal = facts.guard(address, value);
  if (refusal !== null) return [refusal];
  if (!facts.settingOf(address)?.whenOff || facts.areInvertersOff(address) === true) return [];
  return [{ code: "invertersOn", address }];
}

/** Returns the refusal of a value that its register does not take. */
export function refusalOf(
  address: string,
  check: Exclude<SettingCheck, { ok: true }>,
): ChangeRefusal {
  if (check.reason === "outOfRange") {
    const { min, max, step } = check.limits;
    return { code: "outOfRange", address, limit: { kind: check.limit, min, max, step } };
  }
  return { code: check.reason === "unknown" ? "unknownRegister" : "readOnly", address };
}

/** Checks what concerns several items: groups, rules between registers, and whether anything is modified. */
function checkTogether({ items }: Items, facts: ChangeFacts): ChangeRefusal[] {
  const given = new Map(items.map(({ address, value }) => [address, value]));
  const refusals: ChangeRefusal[] = [];
  const checked = new Set<string>();
  for (const { address } of items) {
    const group = facts.settingOf(address)?.group;
    if (group === undefined) continue;
    const equipment = equipmentOf(address);
    if (checked.has(equipment + group)) continue;
    checked.add(equipment + group);
    const missing = facts.membersOf(equipment, group).filter((member) => !given.has(member));
    if (missing.length > 0) refusals.push({ code: "groupIncomplete", address, limit: { missing } });
  }
  refusals.push(...checkRules({ items }, facts));
  const isUnmodified = items.every(
    (item) => !isRepeated(item.address, items) && isSame(item, facts),
  );
  if (refusals.length === 0 && isUnmodified) refusals.push({ code: "notModified", address: null });
  return refusals;
}

/** Checks the rules between registers, with the values that open changes give them and without. */
function checkRules({ items }: Items, facts: ChangeFacts): readonly ChangeRefusal[] {
  const given = new Map(items.map(({ address, value }) => [address, value]));
  const changed = new Set(given.keys());
  const broken = facts.brokenRules(
    (address) => given.get(address) ?? facts.valueOf(address),
    changed,
  );
  if (broken.length > 0) return broken;
  return facts.brokenRules(
    (address) => given.get(address) ?? facts.plannedValueOf(address) ?? facts.valueOf(address),
    changed,
  );
}

/** Whether a setting has the value already, or gets it from an open change, as far as it is known. */
export function isSame(
  { address, value }: { address: string; value: RegisterValue },
  facts: Pick<ChangeFacts, "check" | "plannedValueOf" | "settingOf" | "valueOf">,
): boolean {
  const setting = facts.settingOf(address);
  const current = facts.plannedValueOf(address) ?? facts.valueOf(address);
  const check = facts.check(address, value);
  if (setting === undefined || setting.oneShot || setting.stored === false) return false;
  return check.ok && current !== undefined && equalWithin(check.precision, value, current);
}

/**
 * Checks the write budgets of the registers and of their devices.
 * @param isSent whether an item is sent to the device; by default those that modify something
 */
export function checkWear(
  { items, confirmWear = {} }: Items & Pick<ChangeRequest, "confirmWear">,
  facts: ChangeFacts,
  isSent = (item: Items["items"][number]) => !isSame(item, facts),
): ChangeRefusal[] {
  const written = items.filter((item) => {
    const setting = facts.settingOf(item.address);
    return setting !== undefined && setting.stored !== false && isSent(item);
  });
  const isConfirmed = (address: string) => {
    const name = facts.settingOf(address)?.name ?? address;
    return confirmWear[address] === name;
  };
  const refusals: ChangeRefusal[] = [];
  const ofDevice = new Map<string, number>();
  const ofRegister = new Map<string, number>();
  for (const { address } of written) {
    const before = facts.writesToday(address);
    const device = equipmentOf(address);
    const planned = (ofDevice.get(device) ?? 0) + 1;
    ofDevice.set(device, planned);
    const own = (ofRegister.get(address) ?? 0) + 1;
    ofRegister.set(address, own);
    if (isConfirmed(address)) continue;
    if (before.register + own > MAX_REGISTER_WRITES)
      refusals.push({ code: "writeLimit", address, limit: { max: MAX_REGISTER_WRITES } });
    else if (before.device + planned > MAX_DEVICE_WRITES)
      refusals.push({ code: "deviceWriteLimit", address, limit: { max: MAX_DEVICE_WRITES } });
  }
  return refusals;
}

import { equipmentOf } from "#domain/registers/address-parts.ts";
import { CATALOGUE } from "#domain/registers/catalogue/catalogue.ts";
import { listFactorySettings } from "#domain/registers/catalogue/factory-settings.ts";
import type { CatalogueSite } from "#domain/registers/catalogue/find-in-catalogue.ts";
import { checkSetting } from "#domain/registers/check-setting.ts";
import type { DescribedSetting } from "#domain/registers/describe-setting.ts";
import { type Equipment, equipmentTree } from "#domain/registers/equipment.ts";
import { findSetting } from "#domain/registers/find-setting.ts";
import type { RegisterValue } from "#domain/registers/register.ts";
import { MAX_CHANGE_ITEMS } from "#domain/settings/change.ts";
import { planRestore, type RestoreFacts } from "#domain/settings/plan-restore.ts";
import { recommendedRangeOf } from "#domain/settings/recommended-range.ts";
import { brokenRules } from "#domain/settings/register-rules.ts";
import { hashNumbers, seededRandom } from "#simulator/random.ts";
import { Chance } from "../../support/seeded-chance.ts";

/** One system type of each family, with the nominal voltage of its battery, V. */
export const FAMILIES = {
  K1: ["10001", 24],
  K2: ["10004", 48],
  E4: ["10002", 48],
  E7: ["10003", 51.2],
  EtherLink: ["10006", 48],
} as const;
export type FamilyName = keyof typeof FAMILIES;

/** A cabinet is a type of equipment of its own, which each family may have. */
const TYPE_CODES = [...CATALOGUE.keys()].filter((typeCode) => typeCode !== "FFFF");
const SYSTEM_CODES = [1, 3, 5, 10, 13, 261];
const MAX_MUTATIONS = 25;
const ATTEMPTS = 40;
/** Registers that the charge table connects. */
const CHARGE_NAMES = ["batteryType", "absorptionVoltage", "floatVoltage", "chargeRate"];

/** Reasons for which the contract leaves out a setting. */
const LEFT_OUT = ["one shot", "secret", "volatile", "clock or lock", "read only"];

type Values = Map<string, RegisterValue>;
type Device = {
  tree: readonly Equipment[];
  site: CatalogueSite;
  settings: ReadonlyMap<string, DescribedSetting>;
  /** Addresses of the registers that can be written and read. */
  writable: readonly string[];
  nominalVoltage: number;
};

export type RestorationsRun = {
  findings: string[];
  /** Number of settings that were restored, and left out, by reason. */
  restored: number;
  leftOut: Map<string, number>;
  changes: number;
  /** Number of changes that joined several dangerous settings. */
  joined: number;
};

/** Restores a random snapshot after random changes, so many times for a family. */
export function runRestorations(family: FamilyName, seed: number, count: number): RestorationsRun {
  const run: RestorationsRun = {
    ...{ findings: [], restored: 0, leftOut: new Map(), changes: 0, joined: 0 },
  };
  const [systemType, nominalVoltage] = FAMILIES[family];
  for (let index = 0; index < count; index++) {
    const chance = new Chance(seededRandom(hashNumbers(seed, index)));
    const site = { systemType, systemCode: SYSTEM_CODES[index % SYSTEM_CODES.length] ?? 1 };
    const { device, values } = deviceOf(site, nominalVoltage);
    mutate(device, values, chance);
    const snapshot = new Map(values);
    mutate(device, values, chance);
    for (const finding of restore(device, snapshot, values, run))
      run.findings.push(`${family}, run ${index}: ${finding}`);
  }
  return run;
}

/** Devices of one family, made once; only the values differ between runs. */
const devices = new Map<string, { device: Device; values: Values }>();

function deviceOf(site: CatalogueSite, nominalVoltage: number): { device: Device; values: Values } {
  const key = `${site.systemType} ${site.systemCode}`;
  const held = devices.get(key) ?? makeDevice(site, nominalVoltage);
  devices.set(key, held);
  return { device: held.device, values: new Map(held.values) };
}

function makeDevice(site: CatalogueSite, nominalVoltage: number) {
  const values: Values = new Map();
  const equipment = TYPE_CODES.map((typeCode) => {
    const address = `${typeCode}11`;
    const settings = listFactorySettings({ address }, site, nominalVoltage);
    for (const { described, initial } of settings)
      if (initial !== null) values.set(address + described.register, initial);
    return { address, registers: settings.map(({ described }) => described) };
  }).filter(({ registers }) => registers.length > 0);
  const tree = equipmentTree.parse(JSON.parse(JSON.stringify(equipment)));
  const settings = new Map<string, DescribedSetting>();
  for (const { address, registers } of tree)
    for (const { register } of registers) {
      const setting = findSetting(tree, address + register, site);
      if (setting !== undefined) settings.set(address + register, setting);
    }
  const writable = [...values.keys()].filter((one) => settings.get(one)?.access === "rw");
  return { device: { tree, site, settings, writable, nominalVoltage }, values };
}

function rulesBrokenBy(
  { tree, site, nominalVoltage }: Device,
  after: (address: string) => RegisterValue | undefined,
  changed: ReadonlySet<string>,
) {
  return brokenRules(tree, after, changed, site, nominalVoltage).map(({ addresses }) => addresses);
}

/** Changes random registers, as a user at the panel might who keeps all rules. */
function mutate(device: Device, values: Values, chance: Chance): void {
  const count = chance.between(1, MAX_MUTATIONS);
  for (let mutation = 0; mutation < count; mutation++) {
    // The charge table connects more settings than any other rule.
    const chosen = chance.happens(0.1)
      ? chance.oneOf(device.writable.filter((one) => isOfChargeTable(device, one)))
      : chance.oneOf(device.writable);
    const addresses = togetherWith(device, chosen);
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const given: Values = new Map();
      for (const one of addresses) given.set(one, randomValue(device, one, given, chance));
      const after = (address: string) => given.get(address) ?? values.get(address);
      if (rulesBrokenBy(device, after, new Set(addresses)).length > 0) continue;
      for (const [address, value] of given) values.set(address, value);
      break;
    }
  }
}

/** Registers that are changed with one: those of its group, or of the charge table. */
function togetherWith(device: Device, address: string): string[] {
  const equipment = equipmentOf(address);
  const { name, group } = device.settings.get(address) ?? {};
  if (group !== undefined) return membersOf(device, equipment, group);
  if (!CHARGE_NAMES.includes(name ?? "")) return [address];
  const rank = (one: string) => CHARGE_NAMES.indexOf(device.settings.get(one)?.name ?? "");
  return device.writable
    .filter((one) => equipmentOf(one) === equipment && isOfChargeTable(device, one))
    .toSorted((one, other) => rank(one) - rank(other));
}

function isOfChargeTable({ settings }: Device, address: string): boolean {
  return CHARGE_NAMES.includes(settings.get(address)?.name ?? "");
}

function membersOf({ writable, settings }: Device, equipment: string, group: string): string[] {
  return writable.filter(
    (one) => equipmentOf(one) === equipment && settings.get(one)?.group === group,
  );
}

/** Random digits of a text. */
const MAX_TEXT = 1_000_000;
/** Without limits, values are below this. */
const DEFAULT_MAX = 100;

/** @param given values that are chosen already, on which a range may depend */
function randomValue(
  { settings, nominalVoltage }: Device,
  address: string,
  given: Values,
  chance: Chance,
): RegisterValue {
  const setting = settings.get(address);
  const { kind, limits } = setting ?? {};
  if (kind === "text") return `text ${chance.below(MAX_TEXT)}`;
  if (limits?.options !== undefined) return Number(chance.oneOf(limits.options));
  const { min = 0, max = min + DEFAULT_MAX, step = 1 } = limits ?? {};
  const valueOfName = (name: string) => {
    const value = [...given].find(([one]) => settings.get(one)?.name === name)?.[1];
    return typeof value === "number" ? value : undefined;
  };
  const table =
    given.size > 0 && setting !== undefined
      ? recommendedRangeOf(setting, valueOfName, nominalVoltage)
      : null;
  if (table !== null) {
    const steps = chance.between(
      Math.ceil((Math.max(min, table.min) - min) / step),
      Math.floor((Math.min(max, table.max) - min) / step),
    );
    return Number((min + step * steps).toFixed(6));
  }
  const value = min + step * chance.between(0, Math.floor((max - min) / step));
  return Number(value.toFixed(6));
}

/** Plans the restoration and executes it; returns what is wrong with either. */
function restore(device: Device, snapshot: Values, values: Values, run: RestorationsRun): string[] {
  const { settings, site, tree } = device;
  const findings: string[] = [];
  // A device never shows its secrets.
  const seen = (of: Values) => ({
    values: Object.fromEntries([...of].filter(([address]) => !settings.get(address)?.secret)),
  });
  const facts: RestoreFacts = {
    settingOf: (address) => settings.get(address),
    accepts: (address, value) => checkSetting(tree, address, value, site).ok,
    precisionOf: (address) => precisionOf(device, address, values.get(address) ?? 0),
    membersOf: (equipment, group) => membersOf(device, equipment, group),
    valueOf: (address) => values.get(address),
    brokenRules: (after, changed) => rulesBrokenBy(device, after, changed),
  };
  const plan = planRestore(seen(snapshot), seen(values), facts);
  for (const { dangers, items } of plan.changes) {
    run.changes += 1;
    if (dangers.length > 0 && items.length > 1 && !isOneGroup(device, items)) run.joined += 1;
    if (items.length > MAX_CHANGE_ITEMS) findings.push(`${items.length} items`);
    const given = new Map(items.map(({ address, value }) => [address, value]));
    for (const { address, value, expected } of items) {
      if (!checkSetting(tree, address, value, site).ok) findings.push(`${address} is refused`);
      if (values.get(address) !== expected) findings.push(`${address} is not as expected`);
      const { group } = settings.get(address) ?? {};
      const members = group === undefined ? [] : membersOf(device, equipmentOf(address), group);
      if (members.some((member) => !given.has(member))) findings.push(`${address}: not the group`);
    }
    const after = (address: string) => given.get(address) ?? values.get(address);
    const broken = rulesBrokenBy(device, after, new Set(given.keys()));
    if (broken.length > 0) findings.push(`a change breaks a rule: ${broken[0]?.join(" ")}`);
    for (const [address, value] of given) values.set(address, value);
    run.restored += items.length;
  }
  const omitted = new Map(plan.omitted.map(({ address, reason }) => [address, reason]));
  for (const reason of omitted.values())
    run.leftOut.set(reason, (run.leftOut.get(reason) ?? 0) + 1);
  for (const [address, value] of snapshot) {
    if (values.get(address) === value || settings.get(address)?.secret) continue;
    const reason = omitted.get(address);
    if (reason === undefined) findings.push(`${address} is neither restored nor left out`);
    else if (!isAllowed(device, address, reason))
      findings.push(`${address} is left out: ${reason}`);
  }
  return findings;
}

function precisionOf({ tree, site }: Device, address: string, value: RegisterValue): number {
  const check = checkSetting(tree, address, value, site);
  return check.ok ? check.precision : 0;
}

/** Whether the contract leaves a setting out, or one of its group. */
function isAllowed(device: Device, address: string, reason: string): boolean {
  if (reason !== "group incomplete") return LEFT_OUT.includes(reason);
  const { group = "" } = device.settings.get(address) ?? {};
  return membersOf(device, equipmentOf(address), group).some(
    (member) => device.settings.get(member)?.secret,
  );
}

function isOneGroup({ settings }: Device, items: readonly { address: string }[]): boolean {
  const groups = new Set(
    items.map(({ address }) => {
      const group = settings.get(address)?.group;
      return group === undefined ? address : `${equipmentOf(address)} ${group}`;
    }),
  );
  return groups.size === 1;
}

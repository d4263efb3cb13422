import { equipmentOf } from "../registers/address-parts.ts";
import {
  type CatalogueSite,
  completeFromCatalogue,
} from "../registers/catalogue/find-in-catalogue.ts";
import { SITE_ADDRESS } from "../registers/catalogue/site.ts";
import type { Equipment } from "../registers/equipment.ts";
import type { RegisterValue } from "../registers/register.ts";
import { isLithium } from "./battery-types.ts";
import { areSeparate, coolingStartOf } from "./cabinet-temperatures.ts";
import { blocksOf, findChargeBreaches, nominalVoltageOf } from "./charge-settings.ts";
import { AT_MOST, LESS_THAN } from "./ordered-settings.ts";
import { findPeriodConflicts, readTimeControl } from "./time-control.ts";
import { findTariffConflicts, readTariffs } from "./time-of-use.ts";

/** Rules that connect registers of one piece of equipment. */
export type RegisterRule =
  /** The first register has to be at most, or less than, the second. */
  | "order"
  /** The value is outside of the range of the battery type. */
  | "charge table"
  /** A lithium battery is never equalised. */
  | "no equalizing"
  /** Periods overlap ('Time setting error'). */
  | "times"
  /** Cooling and heating would work against each other. */
  | "temperatures";

/** A rule that values break. */
export type BrokenRule = {
  rule: RegisterRule;
  /** Full addresses of the registers that break it together; the first is the one to correct. */
  addresses: string[];
  /** The limit in the unit of the first register, where the rule has one. */
  min?: number;
  max?: number;
};

/** Settings of one piece of equipment by their names in the catalogue. */
type NamedSettings = {
  address: (name: string) => string | undefined;
  value: (name: string) => number | undefined;
  /** Reads by register number. */
  read: (register: string) => RegisterValue | undefined;
  site: CatalogueSite;
  nominalVoltage: number | undefined;
};

/**
 * Finds the rules between registers that values break. Rules whose registers are unknown, or of which none is changed,
 * are not checked: a device that breaks a rule already can still be changed elsewhere.
 * @param valueAfter value of a full address after the change
 * @param changed full addresses that the change writes
 * @param nominalVoltage nominal voltage of the battery, V; by default that of the measured voltage of the site
 */
export function brokenRules(
  equipment: readonly Equipment[],
  valueAfter: (address: string) => RegisterValue | undefined,
  changed: ReadonlySet<string>,
  site: CatalogueSite = {},
  nominalVoltage = nominalVoltageOf(Number(valueAfter(SITE_ADDRESS.batteryVoltage) ?? 0)),
): BrokenRule[] {
  const changedPieces = new Set([...changed].map(equipmentOf));
  return equipment
    .filter(({ address }) => changedPieces.has(address))
    .flatMap((piece) => {
      const settings = nameSettings(piece, valueAfter, site, nominalVoltage);
      return RULES.flatMap((rule) => rule(settings));
    })
    .filter(({ addresses }) => addresses.some((address) => changed.has(address)));
}

function nameSettings(
  piece: Equipment,
  valueAfter: (address: string) => RegisterValue | undefined,
  site: CatalogueSite,
  nominalVoltage: number | undefined,
): NamedSettings {
  const addresses = new Map<string, string>();
  for (const register of piece.registers) {
    const name = completeFromCatalogue(piece, register, site)?.name;
    if (name !== undefined) addresses.set(name, piece.address + register.register);
  }
  const address = (name: string) => addresses.get(name);
  const value = (name: string) => {
    const found = addresses.get(name);
    const read = found === undefined ? undefined : valueAfter(found);
    return typeof read === "number" ? read : undefined;
  };
  const read = (register: string) => valueAfter(piece.address + register);
  return { address, value, read, site, nominalVoltage };
}

type Rule = (settings: NamedSettings) => BrokenRule[];

/** Maximum number of rows or contacts that names count. */
const MAX_NUMBER = 16;

const keepsOrder: Rule = (settings) => [
  ...expand(AT_MOST).flatMap(([lower, upper]) =>
    compare(settings, lower, upper, (low, high) => low <= high),
  ),
  ...expand(LESS_THAN).flatMap(([lower, upper]) =>
    compare(settings, lower, upper, (low, high) => low < high),
  ),
];

function compare(
  { address, value }: NamedSettings,
  lower: string,
  upper: string,
  isKept: (low: number, high: number) => boolean,
): BrokenRule[] {
  const [low, high] = [value(lower), value(upper)];
  if (low === undefined || high === undefined || isKept(low, high)) return [];
  return [{ rule: "order", addresses: known([address(lower), address(upper)]), max: high }];
}

/** Repeats pairs that apply to each contact or row: "#" stands for its number. */
function expand(pairs: typeof AT_MOST): (readonly [string, string])[] {
  return pairs.flatMap(([lower, upper]): (readonly [string, string])[] =>
    lower.endsWith("#")
      ? Array.from({ length: MAX_NUMBER }, (_, index) => [
          lower.replace("#", String(index + 1)),
          upper.replace("#", String(index + 1)),
        ])
      : [[lower, upper]],
  );
}

const CHARGE_NAMES = {
  absorption: "absorptionVoltage",
  float: "floatVoltage",
  rate: "chargeRate",
} as const;

const keepsChargeTable: Rule = ({ address, value, nominalVoltage }) => {
  const batteryType = value("batteryType");
  if (batteryType === undefined) return [];
  // A system voltage of 0 is found by the device itself.
  const voltage = value("systemVoltage") || nominalVoltage;
  return findChargeBreaches({
    batteryType,
    blocks: voltage === undefined ? null : blocksOf(voltage),
    absorption: value(CHARGE_NAMES.absorption),
    float: value(CHARGE_NAMES.float),
    rate: value(CHARGE_NAMES.rate),
  }).flatMap((breach): BrokenRule[] => {
    // The order of the two voltages is a rule of its own.
    if (breach.limit === "float") return [];
    const addresses = known([address(CHARGE_NAMES[breach.setting]), address("batteryType")]);
    return [{ rule: "charge table", addresses, [breach.limit]: breach.value }];
  });
};

const neverEqualizesLithium: Rule = ({ address, value, site }) => {
  const batteryType = value("batteryType");
  if (batteryType === undefined || value("equalizing") !== 1) return [];
  if (!isLithium(batteryType, site.systemType ?? "")) return [];
  return [
    { rule: "no equalizing", addresses: known([address("equalizing"), address("batteryType")]) },
  ];
};

const keepsTimesApart: Rule = ({ address, read }) => {
  if (address("periodStart 1") === undefined && address("tariffStart 1") === undefined) return [];
  const rowAddresses = (first: string, second: string, rows: readonly number[]) =>
    known(rows.flatMap((row) => [address(`${first} ${row + 1}`), address(`${second} ${row + 1}`)]));
  const days = (rows: readonly number[]) =>
    known(rows.map((row) => address(`periodDays ${row + 1}`)));
  return [
    ...findPeriodConflicts(readTimeControl(read)).map(
      (rows): BrokenRule => ({
        rule: "times",
        addresses: [...rowAddresses("periodStart", "periodEnd", rows), ...days(rows)],
      }),
    ),
    ...findTariffConflicts(readTariffs(read)).map(
      (rows): BrokenRule => ({
        rule: "times",
        addresses: rowAddresses("tariffStart", "tariffEnd", rows),
      }),
    ),
  ];
};

const keepsTemperaturesApart: Rule = ({ address, value }) => {
  const names = ["coolingStop", "coolingDifference", "heatingStart", "heatingDifference"] as const;
  const [coolingStop, coolingDifference, heatingStart, heatingDifference] = names.map(value);
  const addresses = known(names.map(address));
  const broken: BrokenRule[] = [];
  if (
    coolingStop !== undefined &&
    heatingStart !== undefined &&
    heatingDifference !== undefined &&
    !areSeparate({ coolingStop, coolingDifference: 0, heatingStart, heatingDifference })
  )
    broken.push({ rule: "temperatures", addresses });
  const warning = value("highTemperatureWarning");
  if (
    coolingStop !== undefined &&
    coolingDifference !== undefined &&
    warning !== undefined &&
    coolingStartOf({ coolingStop, coolingDifference }) >= warning
  )
    broken.push({
      rule: "temperatures",
      addresses: [...addresses, ...known([address("highTemperatureWarning")])],
    });
  return broken;
};

const RULES: readonly Rule[] = [
  keepsOrder,
  keepsChargeTable,
  neverEqualizesLithium,
  keepsTimesApart,
  keepsTemperaturesApart,
];

function known(addresses: readonly (string | undefined)[]): string[] {
  return addresses.filter((address) => address !== undefined);
}

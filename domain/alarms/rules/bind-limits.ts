import { equipmentTypeOf } from "#domain/devices/equipment-types.ts";
import { SITE_EQUIPMENT } from "#domain/registers/address-parts.ts";
import { type DescribedRegister, describeRegister } from "#domain/registers/describe-register.ts";
import type { Equipment } from "#domain/registers/equipment.ts";
import { MAX_RULE_REGISTERS } from "../rule-choices.ts";
import type { SiteRules } from "../site-rules.ts";
import { STANDARD_LIMITS, type StandardLimit } from "./standard-limits.ts";

/** The registers of a rule: the one that it states first, and further phases. */
type Binding = { address: string | null; addresses: string[] };

/**
 * Binds the ten limits of a site to its registers: to the site's own if it has them, otherwise to those of the first
 * piece of equipment, in the order of its logger, that has them. All phases are covered.
 * @param equipment the tree of the site's logger
 * @returns the same object if nothing changed; otherwise rules with the next version
 */
export function bindSiteRules(rules: SiteRules, equipment: readonly Equipment[]): SiteRules {
  let hasChanged = false;
  const limits = rules.limits.map((rule) => {
    const standard = STANDARD_LIMITS.find(({ ruleId }) => ruleId === rule.ruleId);
    if (standard === undefined) return rule;
    const binding = bindLimit(standard, equipment);
    if (isBoundTo(rule, binding)) return rule;
    hasChanged = true;
    return { ...rule, ...binding };
  });
  return hasChanged ? { ...rules, version: rules.version + 1, limits } : rules;
}

/** Finds the registers of one of the ten limits; without an address if the site has none. */
export function bindLimit(limit: StandardLimit, equipment: readonly Equipment[]): Binding {
  const site = equipment.find(({ address }) => address === SITE_EQUIPMENT);
  const own = site === undefined ? [] : findOwn(limit, site);
  if (own.length > 0) return toBinding(own);
  for (const piece of equipment) {
    if (piece.address === SITE_EQUIPMENT) continue;
    const found = findAt(limit, piece);
    if (found.length > 0) return toBinding(found);
  }
  return toBinding([]);
}

function isBoundTo(rule: Binding, { address, addresses }: Binding): boolean {
  return (
    rule.address === address &&
    rule.addresses.length === addresses.length &&
    rule.addresses.every((each, place) => each === addresses[place])
  );
}

function toBinding([first, ...others]: readonly string[]): Binding {
  return { address: first ?? null, addresses: others.slice(0, MAX_RULE_REGISTERS) };
}

function findOwn({ siteRegisters, unit }: StandardLimit, site: Equipment): string[] {
  return siteRegisters.filter((address) =>
    describeAll(site).some((register) => register.address === address && isGauge(register, unit)),
  );
}

function findAt(limit: StandardLimit, piece: Equipment): string[] {
  const type = equipmentTypeOf(piece.typeCode ?? piece.address.slice(0, 4));
  if (limit.otherEquipment.includes(type)) return [];
  const isNamed = (name: string) =>
    limit.name.test(name) || (type === "battery" && limit.batteryName?.test(name) === true);
  const matching = describeAll(piece).filter(
    (register) => isGauge(register, limit.unit) && isNamed(normalizeName(register.name ?? "")),
  );
  const first = normalizeName(matching[0]?.name ?? "");
  return matching
    .filter(({ name }) => normalizeName(name ?? "") === first)
    .map(({ address }) => address);
}

function describeAll(piece: Equipment): DescribedRegister[] {
  return piece.registers.map((register) => describeRegister(piece, register));
}

function isGauge({ kind, unit }: DescribedRegister, wanted: string): boolean {
  return kind === "gauge" && unit === wanted;
}

/** Returns a name in lower case without separators and without its phase: "AC input voltage u" → "acinputvoltage". */
function normalizeName(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "")
    .replace(/(phase)?([uvw]|l?[123])$/, "");
}

import type { Equipment } from "#domain/registers/equipment.ts";
import { MAX_CUSTOM_RULES, MAX_RULE_CONDITIONS } from "../rule-choices.ts";
import {
  type AlarmRule,
  alarmRule,
  noDataRule,
  type RuleChange,
  type SiteRules,
  type SiteRulesChange,
  type SiteRulesResult,
  siteRules,
} from "../site-rules.ts";
import { findCustomFaults, findFaults, findFixedFaults, type RuleFaults } from "./check-rule.ts";
import { applyChange, composeNewRule, type RuleValues, registersOf } from "./compose-rule.ts";
import { conditionsOf } from "./count-conditions.ts";
import { indexRegisters, type RuleRegister } from "./rule-registers.ts";

/** Rule numbers of each version; more than the rules of a change, so that no number is used twice. */
const NUMBERS_OF_VERSION = 1_000;

/**
 * Applies a change to the rules of a site. Nothing changes unless all of it is right. The same change made twice is one
 * change, whatever its version: values that the rules already have, a new rule that equals an existing one, and the
 * deletion of a deleted rule change nothing.
 * @param equipment the tree of the site's logger, on whose registers rules are made
 */
export function changeSiteRules(
  current: SiteRules,
  change: SiteRulesChange,
  equipment: readonly Equipment[],
): SiteRulesResult {
  const draft = new RulesDraft(current, indexRegisters(equipment));
  for (const [place, rule] of (change.limits ?? []).entries()) draft.apply(rule, place);
  draft.addNewRules();
  const next = draft.finish(change);
  const hasFaults = Object.keys(draft.fields).length > 0;
  if (!hasFaults && isSame(next, current)) return { kind: "unchanged", rules: current };
  if (change.version !== undefined && change.version !== current.version)
    return { kind: "outdated", rules: current };
  if (hasFaults) return { kind: "refused", fields: draft.fields, limits: draft.limits };
  return { kind: "changed", rules: { ...next, version: current.version + 1 } };
}

/** The rules while a change is applied, with the faults of its fields. */
class RulesDraft {
  readonly fields: RuleFaults["fields"] = {};
  readonly limits: RuleFaults["limits"] = {};
  readonly #current: SiteRules;
  readonly #registers: ReadonlyMap<string, RuleRegister>;
  readonly #rules: Map<number, AlarmRule>;
  /** Rules that the change mentions by their numbers. */
  readonly #mentioned = new Set<number>();
  readonly #new: RuleValues[] = [];

  constructor(current: SiteRules, registers: ReadonlyMap<string, RuleRegister>) {
    this.#current = current;
    this.#registers = registers;
    this.#rules = new Map(current.limits.map((rule) => [rule.ruleId, rule]));
  }

  apply(change: RuleChange, place: number): void {
    const { ruleId } = change;
    if (ruleId === undefined) {
      if (change.isDeleted !== true) this.#applyNew(change, place);
      return;
    }
    this.#mentioned.add(ruleId);
    const present = this.#rules.get(ruleId);
    if (present === undefined) {
      const isRepeated = change.isDeleted === true && this.#wasUsed(ruleId);
      if (!isRepeated) this.#refuse(place, "ruleId", "wrongValue");
    } else if (change.isDeleted === true) {
      if (present.alarmType === "custom") this.#rules.delete(ruleId);
      else this.#refuse(place, "isDeleted", "standardRule");
    } else this.#applyTo(present, change, place);
  }

  /** Adds the new rules that do not equal a rule without another mention. */
  addNewRules(): void {
    const free = [...this.#rules.values()].filter(({ ruleId }) => !this.#mentioned.has(ruleId));
    for (const [place, values] of this.#new.entries()) {
      const twin = free.findIndex((rule) => isSameRule({ ...values, ruleId: rule.ruleId }, rule));
      if (twin !== -1) free.splice(twin, 1);
      else {
        const ruleId = (this.#current.version + 1) * NUMBERS_OF_VERSION + place;
        this.#rules.set(ruleId, { ...values, ruleId });
      }
    }
    const custom = [...this.#rules.values()].filter(({ alarmType }) => alarmType === "custom");
    const before = this.#current.limits.filter(({ alarmType }) => alarmType === "custom").length;
    this.#limitTo(MAX_CUSTOM_RULES, custom.length, before);
    this.#limitTo(
      MAX_RULE_CONDITIONS,
      countConditions([...this.#rules.values()]),
      countConditions(this.#current.limits),
    );
  }

  /** Refuses a number above its maximum, unless it was that large before. */
  #limitTo(max: number, count: number, before: number): void {
    if (count <= Math.max(max, before)) return;
    this.fields.limits = "tooMany";
    this.limits.limits = { max };
  }

  /** Returns the rules after the change, with the version before it. */
  finish({ autoLevel, noData, emailInterval }: SiteRulesChange): SiteRules {
    const given = Object.entries(noData ?? {}).filter(([, value]) => value !== undefined);
    const next: SiteRules = {
      version: this.#current.version,
      autoLevel: autoLevel ?? this.#current.autoLevel,
      noData: { ...this.#current.noData, ...Object.fromEntries(given) },
      emailInterval: emailInterval ?? this.#current.emailInterval,
      limits: [...this.#rules.values()],
    };
    if (!siteRules.shape.autoLevel.safeParse(next.autoLevel).success)
      this.fields.autoLevel = "wrongValue";
    const { allowedGap } = noDataRule.shape;
    if (!allowedGap.safeParse(next.noData.allowedGap).success)
      this.fields["noData.allowedGap"] = "outOfRange";
    if (!siteRules.shape.emailInterval.safeParse(next.emailInterval).success)
      this.fields.emailInterval = "outOfRange";
    return next;
  }

  #applyNew(change: RuleChange, place: number): void {
    const [first = ""] = registersOf({
      address: change.address ?? null,
      addresses: change.addresses ?? [],
    });
    const register = this.#registers.get(first);
    const values = this.#withUnit(composeNewRule(change, register), change);
    const faults = findCustomFaults(values, undefined, this.#registers);
    if (this.#accept(faults, place)) this.#new.push(values);
  }

  #applyTo(present: AlarmRule, change: RuleChange, place: number): void {
    const { ruleId, ...before } = present;
    if (present.alarmType === "custom") {
      const values = this.#withUnit(applyChange(before, change), change);
      const faults = findCustomFaults(values, before, this.#registers);
      if (this.#accept(faults, place)) this.#rules.set(ruleId, { ...values, ruleId });
      return;
    }
    const fixed = findFixedFaults(before, change);
    const values = applyChange(before, change);
    const { fields, limits } = findFaults(values);
    const faults = { fields: { ...fields, ...fixed.fields }, limits };
    if (this.#accept(faults, place)) this.#rules.set(ruleId, { ...values, ruleId });
  }

  /** Takes the unit of a rule from its register unless the change states one. */
  #withUnit(values: RuleValues, change: RuleChange): RuleValues {
    const register = this.#registers.get(values.address ?? "");
    if (register === undefined || change.unit !== undefined) return values;
    return { ...values, unit: register.unit || undefined };
  }

  #accept({ fields, limits }: RuleFaults, place: number): boolean {
    for (const [field, message] of Object.entries(fields)) this.#refuse(place, field, message);
    for (const [field, limit] of Object.entries(limits))
      this.limits[`limits.${place}.${field}`] = limit;
    return Object.keys(fields).length === 0;
  }

  #refuse(place: number, field: string, message: string): void {
    this.fields[`limits.${place}.${field}`] = message;
  }

  /** Whether a number belongs to a rule made by a user up to the current version. */
  #wasUsed(ruleId: number): boolean {
    return (
      ruleId >= NUMBERS_OF_VERSION && ruleId < (this.#current.version + 1) * NUMBERS_OF_VERSION
    );
  }
}

function countConditions(rules: readonly AlarmRule[]): number {
  return rules.reduce((sum, rule) => sum + registersOf(rule).length * conditionsOf(rule), 0);
}

function isSame(one: SiteRules, other: SiteRules): boolean {
  // Parsing puts the fields in the order of the schema.
  return JSON.stringify(siteRules.parse(one)) === JSON.stringify(siteRules.parse(other));
}

function isSameRule(one: AlarmRule, other: AlarmRule): boolean {
  return JSON.stringify(alarmRule.parse(one)) === JSON.stringify(alarmRule.parse(other));
}

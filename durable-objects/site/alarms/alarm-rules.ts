import { z } from "zod";
import type { AlarmRow } from "#domain/alarms/alarm-row.ts";
import {
  type IncompleteRule,
  type PlatformRule,
  type PlatformRules,
  platformRule,
} from "#domain/alarms/platform-rules.ts";
import { bindSiteRules } from "#domain/alarms/rules/bind-limits.ts";
import {
  bindPlatformRules,
  findIncompleteRules,
} from "#domain/alarms/rules/bind-platform-rules.ts";
import { changeSiteRules } from "#domain/alarms/rules/change-rules.ts";
import { newSiteRules } from "#domain/alarms/rules/new-site-rules.ts";
import type {
  AlarmRule,
  SiteRules,
  SiteRulesChange,
  SiteRulesResult,
} from "#domain/alarms/site-rules.ts";
import type { JournalDetails } from "#domain/journal/journal-entry.ts";
import type { Equipment } from "#domain/registers/equipment.ts";
import { DAY_MS } from "#domain/units/durations.ts";
import type { Author } from "#protocol/alarms.ts";
import type { EquipmentRecord } from "../equipment/equipment-record.ts";
import type { Clock } from "../interfaces.ts";
import type { SiteJournal } from "../journal/site-journal.ts";
import type { KeyValueStore } from "../key-value-store.ts";
import type { LimitAlarms } from "./limit-alarms.ts";
import type { PlatformAlarms } from "./platform-alarms.ts";
import {
  addressesOf,
  PLATFORM_RULE_IDS,
  type RuleBody,
  type RuleVersions,
} from "./rule-versions.ts";

/** Operator's rules are stored here, because they are bound again to a changed tree. */
const PLATFORM_KEY = "alarmPlatformRules";
const storedRules = z.array(platformRule);
/** Rules of the operator that arrive late are applied to at most this much of history, ms. */
const MAX_APPLIED_MS = 31 * DAY_MS;
/** Maximum number of registers that are remembered as removed. */
const MAX_REMOVED = 1_000;

type Deps = {
  clock: Pick<Clock, "now">;
  kv: KeyValueStore;
  equipment: EquipmentRecord;
  journal: Pick<SiteJournal, "record">;
  versions: RuleVersions;
  limits: Pick<LimitAlarms, "rulesChanged" | "addLate">;
  platform: Pick<PlatformAlarms, "rulesChanged">;
};

/** The alarm rules of the site and of the operator, bound to the registers of the site. */
export class AlarmRules {
  readonly #deps: Deps;
  #new: { tree: readonly Equipment[]; rules: SiteRules } | null = null;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** The rules of the site. */
  get site(): SiteRules {
    const { equipment, versions } = this.#deps;
    return versions.current.site ?? this.#newRules(equipment.tree);
  }

  /** The operator's rules that do not cover all registers of this site that have their names. */
  get incomplete(): IncompleteRule[] {
    return findIncompleteRules(this.#platform, this.#deps.equipment.tree);
  }

  /** Returns the rules of a site without changes, computed once for each tree. */
  #newRules(tree: readonly Equipment[]): SiteRules {
    if (this.#new?.tree !== tree) this.#new = { tree, rules: newSiteRules(tree) };
    return this.#new.rules;
  }

  /** Returns the delay of the notification of an alarm of a rule, s; 0 for one of a deleted rule. */
  notifyAfter({ source, ruleId }: Pick<AlarmRow, "source" | "ruleId">): number {
    if (ruleId === null) return 0;
    const { site, bound } = this.#deps.versions.current;
    const isOperators = source === "system event rule";
    const rules = isOperators ? bound : (site?.limits ?? []);
    const wanted = isOperators ? PLATFORM_RULE_IDS + ruleId : ruleId;
    return rules.find((rule) => rule.ruleId === wanted)?.notifyAfter ?? 0;
  }

  /** Changes the rules of the site. */
  update(change: SiteRulesChange, author: Author): SiteRulesResult {
    const { equipment, journal } = this.#deps;
    const before = this.site;
    const result = changeSiteRules(before, change, equipment.tree);
    if (result.kind !== "changed") return result;
    const { rules } = result;
    this.#add({ site: rules, author: author.id });
    this.#deps.platform.rulesChanged();
    journal.record({ what: "rule.changed", author, details: describeChange(before, rules) });
    return result;
  }

  /** Sets the rules of the operator, in force from the instant of their change. An older version changes nothing. */
  setPlatform(rules: PlatformRules): void {
    const { clock, journal, kv, limits, versions } = this.#deps;
    if (rules.version <= versions.current.platformVersion) return;
    const before = versions.current.bound;
    kv.write(PLATFORM_KEY, rules.rules);
    const at = this.#add({ platformVersion: rules.version }, Math.min(rules.at, clock.now()));
    const changed = describeBound(before, versions.current.bound);
    if (changed !== "")
      journal.record({ what: "rule.operatorChanged", details: { rule: changed } });
    const now = clock.now();
    const from = Math.max(at, now - MAX_APPLIED_MS);
    if (from < now) limits.addLate({ from, to: now, isBacklog: true });
  }

  /** Binds the rules to a changed tree. A site whose rules were never changed has nothing to bind. */
  treeChanged(): void {
    if (this.#deps.versions.current.site === null && this.#platform.length === 0) return;
    this.#add({});
  }

  /**
   * Adds a version if the rules differ from the current one.
   * @returns the instant from which the current version is in force
   */
  #add(change: Partial<RuleBody>, from?: number): number {
    const { clock, equipment, limits, versions } = this.#deps;
    const before = versions.current;
    const tree = equipment.tree;
    const site = change.site ?? before.site;
    const next = { ...before, author: null, ...change, site: site && bindSiteRules(site, tree) };
    next.bound = this.#bindPlatform();
    const covered = [...(before.site?.limits ?? []), ...before.bound, ...(next.site?.limits ?? [])];
    const wanted = new Set([...before.removed, ...covered.flatMap(addressesOf)]);
    next.removed = [...wanted]
      .filter((one) => !equipment.knows(one))
      .slice(-MAX_REMOVED)
      .sort();
    const at = from ?? clock.now();
    if (isSame(before, next)) return at;
    const inForce = versions.add(next, at);
    limits.rulesChanged(inForce);
    return inForce;
  }

  get #platform(): readonly PlatformRule[] {
    return this.#deps.kv.read(PLATFORM_KEY, storedRules) ?? [];
  }

  /** Returns the operator's rules for the registers of this site that have their names. */
  #bindPlatform(): AlarmRule[] {
    const bound = bindPlatformRules(this.#platform, this.#deps.equipment.tree);
    return bound.map(({ rule: { registerName: _, ruleId, ...rule }, address, addresses }) => ({
      ...rule,
      ruleId: PLATFORM_RULE_IDS + ruleId,
      alarmType: "custom" as const,
      monitor: "all" as const,
      address,
      addresses,
    }));
  }
}

function isSame(one: RuleBody, other: RuleBody): boolean {
  const compared = ({ site, bound, platformVersion, removed }: RuleBody) =>
    JSON.stringify([site, bound, platformVersion, removed]);
  return compared(one) === compared(other);
}

type Named = Pick<AlarmRule, "ruleId" | "name" | "alarmType">;

/** Returns the rules that differ, before and after the change. */
function findChanged<Rule extends Named>(before: readonly Rule[], after: readonly Rule[]) {
  const ids = new Set([...before, ...after].map(({ ruleId }) => ruleId));
  return [...ids].flatMap((id) => {
    const [left, right] = [before, after].map((rules) => rules.find((rule) => rule.ruleId === id));
    return JSON.stringify(left) === JSON.stringify(right) ? [] : [{ left, right }];
  });
}

function nameOf({ left, right }: { left: Named | undefined; right: Named | undefined }): string {
  const named = right ?? left;
  return named?.name ?? named?.alarmType ?? "";
}

/** Returns the names of the operator's rules of the site that differ. */
function describeBound(before: readonly AlarmRule[], after: readonly AlarmRule[]): string {
  return [...new Set(findChanged(before, after).map(nameOf))].join(", ");
}

/** Returns the names of the changed rules and fields for the journal, with the values if it is a single field. */
function describeChange(before: SiteRules, after: SiteRules): JournalDetails {
  const fields = new Map<string, { from: unknown; to: unknown }[]>();
  const compare = (one: object, other: object, path: string) => {
    for (const name of new Set([...Object.keys(one), ...Object.keys(other)])) {
      const [from, to] = [one, other].map((each) => Object(each)[name]);
      if (JSON.stringify(from) === JSON.stringify(to)) continue;
      if (path === "" && (name === "version" || name === "limits")) continue;
      if (name === "noData") compare(Object(from), Object(to), "noData.");
      else fields.set(path + name, [...(fields.get(path + name) ?? []), { from, to }]);
    }
  };
  compare(before, after, "");
  const changed = findChanged(before.limits, after.limits);
  for (const { left, right } of changed)
    if (left !== undefined && right !== undefined) compare(left, right, "rule.");
  const added = changed.filter(({ left }) => left === undefined).length;
  const removed = changed.filter(({ right }) => right === undefined).length;
  const values = [...fields.values()].flat();
  const [only] = values;
  const isOne = values.length === 1 && only !== undefined && added + removed === 0;
  return {
    rule: [...new Set(changed.map(nameOf))].join(", "),
    fields: [...fields.keys()].map((path) => path.replace(/^rule\./, "")).join(", "),
    ...(isOne && { from: toDetail(only.from), to: toDetail(only.to) }),
    ...(added > 0 && { added }),
    ...(removed > 0 && { removed }),
    version: after.version,
  };
}

function toDetail(value: unknown): JournalDetails[string] {
  if (value === undefined || value === null) return null;
  return typeof value === "number" || typeof value === "boolean" ? value : String(value);
}

import type { RuleVersion, SideKey } from "#domain/alarms/limits/monitor.ts";
import { findCondition, limitKey, sidesOf } from "#domain/alarms/limits/sides.ts";
import type { AlarmRule, SiteRules } from "#domain/alarms/site-rules.ts";
import {
  decodeWatch,
  encodeWatch,
  type StoredWatch,
  type Watch,
  type WatchedSide,
} from "./watch.ts";

/** Maximum number of kept versions. History older than the oldest one is not evaluated again. */
const MAX_VERSIONS = 200;
/** Maximum size of the kept versions, characters; evaluating old history holds them all in memory. */
const MAX_KEPT_LENGTH = 8_000_000;

/** All rules from an instant on. */
export type RuleBody = {
  /** The site's rules; null before the first change. */
  site: SiteRules | null;
  /** The operator's rules as they are bound to the registers of this site. */
  bound: AlarmRule[];
  platformVersion: number;
  /** Registers that a rule covers, or covered before, and that the logger does not describe. */
  removed: string[];
  /** Id of the user who made the change; null for the portal. */
  author: number | null;
};
type Version = { number: number; at: number; body: RuleBody };
type Row = { number: number; at: number; body: string };

const NONE: RuleBody = { site: null, bound: [], platformVersion: 0, removed: [], author: null };

/** Versions of the alarm rules of a site. A wake-up reads only what the check of an upload needs. */
export class RuleVersions {
  readonly #sql: SqlStorage;
  #watch: Watch | null = null;
  #changedAt = Number.NEGATIVE_INFINITY;
  #newest: Version | null | undefined;
  #read: { since: number; versions: Version[] } | null = null;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  /** The monitored sides by register address. */
  get watch(): Watch {
    if (this.#watch === null) {
      const [row] = this.#sql
        .exec<{ at: number; watch: string }>(
          `SELECT at, watch FROM alarm_rules ORDER BY number DESC LIMIT 1`,
        )
        .toArray();
      this.#changedAt = row?.at ?? Number.NEGATIVE_INFINITY;
      this.#watch = decodeWatch(row === undefined ? {} : (JSON.parse(row.watch) as StoredWatch));
    }
    return this.#watch;
  }

  /** Instant from which the newest version is in force, ms UTC. Samples up to it are compared with older ones. */
  get changedAt(): number {
    // Reading the watch reads the instant.
    void this.watch;
    return this.#changedAt;
  }

  /** Returns the registers that any version since an instant monitors, with the one in force at that instant. */
  addressesSince(since: number): Iterable<string> {
    if (since > this.changedAt) return this.watch.keys();
    const watches = this.#versionsSince(since).map(({ body }) => watchOf(body));
    return new Set(watches.flatMap((watch) => [...watch.keys()]));
  }

  /** The newest version; empty before the first one. */
  get current(): RuleBody {
    return this.#current?.body ?? NONE;
  }

  /**
   * Adds a version.
   * @param at instant from which it is in force, ms UTC, unless that is not after the previous version
   * @returns the instant from which it is in force
   */
  add(body: RuleBody, at: number): number {
    const { number, at: previous } = this.#current ?? { number: 0, at: Number.NEGATIVE_INFINITY };
    const version = { number: number + 1, at: Math.max(at, previous + 1), body };
    const watch = watchOf(body);
    this.#sql.exec(
      `INSERT INTO alarm_rules (number, at, watch, body) VALUES (?, ?, ?, ?)`,
      version.number,
      version.at,
      JSON.stringify(encodeWatch(watch)),
      JSON.stringify(body),
    );
    this.#sql.exec(
      `DELETE FROM alarm_rules WHERE number < ?1 AND (number <= ?1 - ${MAX_VERSIONS} OR number IN (
        SELECT number FROM (
          SELECT number, sum(length(watch) + length(body)) OVER (ORDER BY number DESC) AS kept FROM alarm_rules)
        WHERE kept > ${MAX_KEPT_LENGTH}))`,
      version.number,
    );
    this.#newest = version;
    this.#watch = watch;
    this.#changedAt = version.at;
    this.#read = null;
    return version.at;
  }

  /**
   * Returns the sides at a register that any version since an instant monitors, including the version in force at that
   * instant, each with the changes of its rule.
   */
  keysOf(address: string, since: number): SideKey[] {
    const versions = this.#versionsSince(since);
    const keys = new Map<string, SideKey>();
    for (const { body } of versions) {
      for (const rule of rulesOf(body)) {
        if (rule.address !== address && !rule.addresses.includes(address)) continue;
        for (const side of sidesOf(rule)) {
          const key = limitKey(rule.ruleId, address, side);
          if (keys.has(key) || typeof findCondition(rule, address, side) === "string") continue;
          const own = versions.map((version) => versionOf(version, rule.ruleId, address));
          keys.set(key, { key, side, versions: withoutRepeats(own) });
        }
      }
    }
    return [...keys.values()];
  }

  get #current(): Version | null {
    if (this.#newest === undefined) this.#newest = this.#select(`ORDER BY number DESC LIMIT 1`)[0];
    return this.#newest ?? null;
  }

  /** Returns the version in force at an instant and all later ones, oldest first. */
  #versionsSince(since: number): Version[] {
    if (this.#read === null || this.#read.since > since) {
      const earlier = this.#select(`WHERE at <= ? ORDER BY number DESC LIMIT 1`, since);
      const later = this.#select(`WHERE at > ? ORDER BY number`, since);
      this.#read = { since, versions: [...earlier, ...later] };
    }
    const { versions } = this.#read;
    const first = versions.findLastIndex(({ at }) => at <= since);
    return versions.slice(Math.max(0, first));
  }

  #select(rest: string, ...values: SqlStorageValue[]): Version[] {
    return this.#sql
      .exec<Row>(`SELECT number, at, body FROM alarm_rules ${rest}`, ...values)
      .toArray()
      .map(({ number, at, body }) => ({ number, at, body: JSON.parse(body) as RuleBody }));
  }
}

/** Ids of the operator's rules begin here, so that they differ from those of the site. */
export const PLATFORM_RULE_IDS = 1_000_000_000_000;

/** Returns the rules of a version that may evaluate something. */
function rulesOf({ site, bound }: RuleBody): AlarmRule[] {
  return [...(site?.limits ?? []), ...bound];
}

/** Returns the registers that a rule covers. */
export function addressesOf({ address, addresses }: Pick<AlarmRule, "address" | "addresses">) {
  return address === null ? addresses : [address, ...addresses];
}

function watchOf(body: RuleBody): Watch {
  const watch = new Map<string, WatchedSide[]>();
  const removed = new Set(body.removed);
  for (const rule of rulesOf(body)) {
    for (const address of new Set(addressesOf(rule))) {
      if (removed.has(address)) continue;
      for (const side of sidesOf(rule)) {
        const condition = findCondition(rule, address, side);
        if (typeof condition === "string") continue;
        const sides = watch.get(address) ?? [];
        sides.push({ key: limitKey(rule.ruleId, address, side), condition });
        watch.set(address, sides);
      }
    }
  }
  return watch;
}

function versionOf({ at, body }: Version, ruleId: number, address: string): RuleVersion {
  if (body.removed.includes(address)) return { at, rule: null, reason: "equipment removed" };
  return { at, rule: rulesOf(body).find((rule) => rule.ruleId === ruleId) ?? null };
}

function withoutRepeats(versions: readonly RuleVersion[]): RuleVersion[] {
  const changes: RuleVersion[] = [];
  let last = "";
  for (const version of versions) {
    const text = JSON.stringify([version.rule, version.reason]);
    if (text !== last) changes.push(version);
    last = text;
  }
  return changes;
}

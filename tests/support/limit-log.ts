import { strictEqual } from "node:assert";
import { findAnchor } from "#domain/alarms/limits/anchor.ts";
import { evaluate, settleVersions } from "#domain/alarms/limits/evaluate.ts";
import { evaluateHistory, type KnownSide, WARM_UP_SAMPLES } from "#domain/alarms/limits/history.ts";
import {
  type Episode,
  type LimitEffect,
  newMonitor,
  type RuleVersion,
  type SideKey,
} from "#domain/alarms/limits/monitor.ts";
import { reconcileEpisodes } from "#domain/alarms/limits/reconcile.ts";
import { limitKey, SIDES } from "#domain/alarms/limits/sides.ts";
import { mergeValues } from "#domain/registers/merge-values.ts";
import type { RegisterValue } from "#domain/registers/register.ts";
import { REGISTER, START } from "./limit-histories.ts";

export type LogRow = Episode & { logId: number; key: string };

/** Returns all sides of rules at the register, each with the versions of its rule. */
export function keysOf(rules: readonly (readonly RuleVersion[])[]): SideKey[] {
  return rules.flatMap((versions, index) =>
    SIDES.map((side) => ({ key: limitKey(index + 1, REGISTER, side), side, versions })),
  );
}

/** The alarm log of one register whose samples and versions arrive in any order, with a store and rows in memory. */
export class LimitLog {
  readonly rows: LogRow[] = [];
  readonly store = new Map<number, RegisterValue>();
  /** Number of times that history was evaluated again. */
  reevaluations = 0;
  #rules: RuleVersion[][];
  #monitor;
  #dirty: number | null = null;
  #settled = Number.NEGATIVE_INFINITY;
  #lastId = 0;

  constructor(rules: readonly (readonly RuleVersion[])[]) {
    this.#rules = rules.map(() => []);
    this.#monitor = newMonitor(REGISTER, keysOf(this.#rules));
  }

  /** Drops the state and derives it again from stored samples, versions and rows, which stay as they are. */
  restart(): void {
    const wasDirty = this.#dirty !== null;
    const before = JSON.stringify(this.rows);
    this.#dirty ??= Math.max(START, ...this.store.keys()) + 1;
    this.#evaluateAgain(this.#dirty);
    if (!wasDirty) strictEqual(JSON.stringify(this.rows), before);
  }

  /** @returns length of the state as JSON, characters */
  get stateLength(): number {
    const { clock, known, through, sides } = this.#monitor;
    return JSON.stringify([clock, known, through, sides.map(({ state }) => state)]).length;
  }

  addVersion(rule: number, version: RuleVersion): void {
    this.#rules[rule]?.push(version);
    this.#settled = Math.max(this.#settled, version.at);
    settleVersions(this.#monitor, version.at, (effect) => this.#apply(effect));
  }

  addSamples(times: readonly number[], column: readonly RegisterValue[]): void {
    const changed = times.filter((at, index) => {
      const before = this.store.get(at);
      const after = mergeValues(before ?? null, column[index] ?? null);
      this.store.set(at, after);
      return before === undefined || before !== after;
    });
    const values = changed.map((at) => this.store.get(at) ?? null);
    const late = evaluate(this.#monitor, changed, values, (effect) => this.#apply(effect));
    if (late !== null) this.#dirty = Math.min(this.#dirty ?? late, late);
  }

  /** Evaluates again what late samples changed. */
  reevaluate(): void {
    if (this.#dirty === null) return;
    this.reevaluations += 1;
    this.#evaluateAgain(this.#dirty);
  }

  #evaluateAgain(dirty: number): void {
    const times = [...this.store.keys()].sort((one, other) => one - other);
    const column = times.map((at) => this.store.get(at) ?? null);
    const keys = keysOf(this.#rules);
    const sides: KnownSide[] = keys.map((key) => ({ ...key, episodes: this.#rowsOf(key.key) }));
    const count = times.filter((at) => at < dirty).length;
    const before = { times: times.slice(0, count), column: column.slice(0, count) };
    const anchor = findAnchor(dirty, before, keys, REGISTER);
    const first = findWarmUp(times, column, anchor);
    const { episodes, monitor } = evaluateHistory(
      REGISTER,
      sides,
      times.slice(first),
      column.slice(first),
      anchor,
      this.#settled,
    );
    this.#monitor = monitor;
    this.#dirty = null;
    for (const { key } of keys) {
      const open = this.#rowsOf(key).filter(({ endTime }) => endTime === null || endTime >= anchor);
      const { insert, update, remove } = reconcileEpisodes(open, episodes.get(key) ?? []);
      for (const row of remove) this.rows.splice(this.rows.indexOf(row), 1);
      for (const { row, episode } of update) Object.assign(row, episodeOf(episode));
      for (const episode of insert) this.#insert(key, episode);
    }
  }

  #rowsOf(key: string): LogRow[] {
    const rows = this.rows.filter((row) => row.key === key);
    return rows.sort((one, other) => one.startTime - other.startTime);
  }

  #insert(key: string, episode: Episode): void {
    this.#lastId += 1;
    this.rows.push({ ...episodeOf(episode), key, logId: this.#lastId });
  }

  #apply(effect: LimitEffect): void {
    if (effect.kind === "raised") {
      this.#insert(effect.key, effect.episode);
      return;
    }
    const { key, startTime, endTime, reason } = effect;
    const row = this.rows.find((each) => each.key === key && each.startTime === startTime);
    if (!row || row.endTime !== null) throw new Error(`no open alarm of ${key} at ${startTime}`);
    Object.assign(row, { endTime, reason });
  }
}

/** Finds the index of the first sample that an evaluation from an anchor reads. */
function findWarmUp(
  times: readonly number[],
  column: readonly RegisterValue[],
  anchor: number,
): number {
  const before = times.filter((at) => at < anchor).length;
  const newest = column.slice(0, before).findLastIndex((value) => value !== null);
  return Math.max(0, Math.min(before - WARM_UP_SAMPLES, newest === -1 ? 0 : newest));
}

/** Returns the parts of a row that samples and rules determine. */
export function episodeOf(row: Episode): Episode {
  const { startTime, dateTime, endTime, value, limit, reason } = row;
  return { startTime, dateTime, endTime, value, limit, reason };
}

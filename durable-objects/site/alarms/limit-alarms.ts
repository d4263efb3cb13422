import { z } from "zod";
import type { FoundEpisode } from "#domain/alarms/limits/history.ts";
import type { Monitor } from "#domain/alarms/limits/monitor.ts";
import { reconcileEpisodes } from "#domain/alarms/limits/reconcile.ts";
import { isLive } from "#domain/alarms/notices/late.ts";
import { MINUTE_MS } from "#domain/units/durations.ts";
import type { EquipmentRecord } from "../equipment/equipment-record.ts";
import type { Clock } from "../interfaces.ts";
import type { KeyValueStore } from "../key-value-store.ts";
import type { LoggerBudgets } from "../logger-budgets.ts";
import type { SampleBatch } from "../series/sample-batch.ts";
import type { SeriesStore } from "../series/series-store.ts";
import type { AlarmChanges } from "./alarm-changes.ts";
import type { AlarmLog } from "./alarm-log.ts";
import { evaluateAgain, type KeyResult } from "./evaluate-again.ts";
import type { LateRange, LateSamples } from "./late-samples.ts";
import { endOfSlice } from "./late-slice.ts";
import { toLimitAlarm } from "./limit-row.ts";
import type { LineSamples } from "./line-samples.ts";
import type { RuleVersions } from "./rule-versions.ts";
import type { NewAlarm, StoredAlarm } from "./stored-alarm.ts";
import { mayChange } from "./watch.ts";

const WAITS_KEY = "alarmWaits";
const waits = z.record(z.string(), z.int());
/** Sides that cannot change for longer than this are stored, because finding them again reads much history, ms. */
const MIN_STORED_WAIT_MS = 10 * MINUTE_MS;
/** Batches with more instants are evaluated in the background. */
const MAX_LIVE_INSTANTS = 600;
/** Instants of registers that one step of the background evaluates, before it checks whether to go on. */
const STEP_SAMPLES = 20_000;

type Deps = {
  clock: Pick<Clock, "now">;
  kv: KeyValueStore;
  series: SeriesStore;
  lines: LineSamples;
  equipment: EquipmentRecord;
  rules: RuleVersions;
  log: AlarmLog;
  late: LateSamples;
  changes: AlarmChanges;
  /** Limits how many alarms the logger causes; further ones are not logged. */
  budgets: Pick<LoggerBudgets, "left" | "spend">;
  uploadMs: () => number;
};

/** The evaluation that a batch requires after it is stored. */
export type Examined = {
  /** Registers whose alarms may change. */
  addresses: string[];
  range: { from: number; to: number };
  /** Whether samples came out of order or as backlog. */
  isLate: boolean;
  isBacklog: boolean;
};

/**
 * Alarms of the limits of rules. They follow from the stored samples alone: a batch that may change an alarm makes the
 * register be evaluated again from a point before it, so a healthy register has no state and costs no row. Samples out
 * of order are evaluated by a timer.
 */
export class LimitAlarms {
  readonly #deps: Deps;
  #waits: Map<string, number> | null = null;
  /** Whether samples that are marked as backlog are being evaluated. */
  #isBacklog = false;
  /** The registers of the current slice of a late range that are still to be evaluated. */
  #slice: { range: { from: number; to: number }; addresses: string[]; isStale: boolean } | null =
    null;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Checks a batch before it is stored. Returns null if it changes no alarm. */
  examineBatch(batch: SampleBatch, isBacklog: boolean): Examined | null {
    const { rules, series, log, lines } = this.#deps;
    const { times } = batch;
    const [first, last] = [times[0], times.at(-1)];
    if (first === undefined || last === undefined) return null;
    // Samples up to the newest version of the rules are compared with those that were in force then.
    const isBeforeChange = first <= rules.changedAt;
    const isSlow = isBacklog || times.length > MAX_LIVE_INSTANTS;
    const addresses: string[] = [];
    let isLate = false;
    const isOpen = (key: string) => log.open.has(key);
    const notBefore = (key: string) => this.#waiting.get(key) ?? Number.NEGATIVE_INFINITY;
    for (const address of rules.addressesSince(first)) {
      if (lines.changesStored(batch, address)) isLate = true;
      const column = lines.ofBatch(batch, address);
      if (column === undefined) continue;
      const sides = rules.watch.get(address) ?? [];
      const through = series.throughOf(address);
      if (isSlow || (through !== null && first <= through)) isLate = true;
      else if (isBeforeChange || mayChange(sides, times, column, isOpen, notBefore))
        addresses.push(address);
    }
    return isLate || addresses.length > 0
      ? { addresses, range: { from: first, to: last }, isLate, isBacklog }
      : null;
  }

  /** Evaluates what `examineBatch` found, once the batch is stored. */
  apply({ addresses, range, isLate, isBacklog }: Examined): void {
    for (const address of addresses) this.#evaluate(address, range);
    if (isLate) this.addLate({ ...range, isBacklog });
  }

  /** Adds a range of samples to evaluate in the background. */
  addLate(range: LateRange): void {
    this.#deps.late.add(range);
    const slice = this.#slice;
    if (slice !== null && range.from <= slice.range.to) slice.isStale = true;
  }

  /**
   * Applies a new version of the rules to the open alarms.
   * @param at instant from which it is in force, ms UTC
   */
  rulesChanged(at: number): void {
    this.#keepWaits(new Map());
    const addresses = new Set<string>();
    for (const { key, address } of this.#deps.log.open.values())
      if (key.startsWith("rule/") && address !== null) addresses.add(address);
    for (const address of addresses) this.#evaluate(address, { from: at, to: at });
  }

  /** Takes a bounded step of the evaluation of late samples. */
  step(): void {
    const { late, rules, series } = this.#deps;
    const [range] = late.ranges;
    if (range === undefined) return;
    if (this.#slice === null || this.#slice.isStale || this.#slice.range.from < range.from) {
      const to = endOfSlice(series, range);
      const addresses = [...rules.addressesSince(range.from)];
      this.#slice = { range: { from: range.from, to }, addresses, isStale: false };
    }
    let samples = 0;
    for (;;) {
      const address = this.#slice.addresses.pop();
      if (address === undefined) break;
      this.#isBacklog = range.isBacklog;
      samples += this.#evaluate(address, this.#slice.range);
      this.#isBacklog = false;
      if (samples > STEP_SAMPLES) return;
    }
    const { to } = this.#slice.range;
    late.done(range, to + 1);
    this.#slice = null;
  }

  /** @returns the number of instants that were read */
  #evaluate(address: string, range: { from: number; to: number }): number {
    const { clock, lines, series, rules, log } = this.#deps;
    let count = 0;
    const read = (...asked: [string, number, number]) => {
      const found = lines.read(...asked);
      count += found.times.length;
      return found;
    };
    const { keys, monitor } = evaluateAgain<StoredAlarm>(
      {
        read,
        throughOf: (one) => series.throughOf(one),
        keysOf: (one, since) => rules.keysOf(one, since),
        rowsSince: (key, since) => log.rowsSince(key, since),
      },
      address,
      range,
      // A second change within a millisecond is in force from the next one on, and is applied at once, too.
      Math.max(clock.now(), rules.changedAt),
    );
    for (const result of keys) this.#reconcile(result);
    if (monitor !== null) this.#noteWaits(monitor);
    return count;
  }

  #reconcile({ key, rows, episodes }: KeyResult<StoredAlarm>): void {
    const { insert, update, remove } = reconcileEpisodes<StoredAlarm, FoundEpisode>(rows, episodes);
    this.#deps.changes.change(key, {
      insert: insert.flatMap((episode) => this.#toAlarm(key, episode) ?? []),
      update: update.map(({ row, episode }) => ({ row, alarm: this.#replace(row, episode) })),
      remove,
    });
  }

  /** Returns a row with another episode; the rule that raised it is another one if it became active at another time. */
  #replace(row: StoredAlarm, { rule, ...episode }: FoundEpisode): StoredAlarm {
    const replaced = { ...row, ...episode, value: episode.value ?? row.value };
    if (rule === null) return replaced;
    const { level, cause, unit } = toLimitAlarm(
      row.key,
      { ...episode, rule },
      this.#deps.equipment,
      row,
    );
    return { ...replaced, level, cause, unit };
  }

  /** Returns the alarm of a new episode; null if the budget of the logger is spent. */
  #toAlarm(key: string, { rule, ...episode }: FoundEpisode): NewAlarm | null {
    const { clock, equipment, budgets, uploadMs } = this.#deps;
    if (rule === null || budgets.left("alarms") < 1) return null;
    budgets.spend("alarms", 1);
    const seenAt = clock.now();
    const isRetroactive = !isLive(episode.dateTime, seenAt, uploadMs(), this.#isBacklog);
    return toLimitAlarm(key, { ...episode, rule }, equipment, { seenAt, isRetroactive });
  }

  get #waiting(): Map<string, number> {
    if (this.#waits === null)
      this.#waits = new Map(Object.entries(this.#deps.kv.read(WAITS_KEY, waits) ?? {}));
    return this.#waits;
  }

  /** Notes until when each side of a register cannot change, because a run must last for the sustain time first. */
  #noteWaits({ sides }: Monitor): void {
    const next = new Map(this.#waiting);
    for (const { key, state, condition } of sides) {
      const isRunning = state.phase === "pending" || state.phase === "recovering";
      if (isRunning && condition !== null && condition.sustainMs > 0)
        next.set(key, state.since + condition.sustainMs);
      else next.delete(key);
    }
    this.#keepWaits(next);
  }

  #keepWaits(next: Map<string, number>): void {
    const { kv, clock } = this.#deps;
    this.#waits = next;
    const stored = [...next].filter(([, until]) => until > clock.now() + MIN_STORED_WAIT_MS);
    // A stored instant that is no longer right would delay an alarm after a wake-up.
    if (stored.length > 0) kv.write(WAITS_KEY, Object.fromEntries(stored));
    else kv.delete(WAITS_KEY);
  }
}

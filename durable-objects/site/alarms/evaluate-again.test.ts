import { ok, strictEqual } from "node:assert";
import fc from "fast-check";
import { test } from "vitest";
import type { Monitor, RuleVersion } from "#domain/alarms/limits/monitor.ts";
import { reconcileEpisodes } from "#domain/alarms/limits/reconcile.ts";
import { findCondition } from "#domain/alarms/limits/sides.ts";
import { mergeValues } from "#domain/registers/merge-values.ts";
import type { RegisterValue } from "#domain/registers/register.ts";
import {
  anyHeldHistory,
  anyLimitHistory,
  type LimitHistory,
  REGISTER,
} from "../../../tests/support/limit-histories.ts";
import { episodeOf, keysOf, type LogRow } from "../../../tests/support/limit-log.ts";
import {
  cut,
  evaluateOnce,
  printRows,
  samplesOf,
} from "../../../tests/support/limit-properties.ts";
import { evaluateAgain } from "./evaluate-again.ts";
import { mayChange } from "./watch.ts";

const END = Number.MAX_SAFE_INTEGER;
type Part = ReturnType<typeof samplesOf>;

/** A log whose every batch is evaluated again from history, as the object does. */
class Log {
  rows: LogRow[] = [];
  store = new Map<number, RegisterValue>();
  partial = 0;
  #id = 0;
  readonly rules: RuleVersion[][];
  constructor(rules: readonly RuleVersion[][]) {
    this.rules = rules.map((versions) => [...versions]);
  }

  add(part: Part): void {
    for (const [at, value] of part)
      this.store.set(at, mergeValues(this.store.get(at) ?? null, value));
    const instants = part.map(([at]) => at);
    this.evaluate(Math.min(...instants), Math.max(...instants));
  }

  evaluate(from: number, to: number): Monitor | null {
    const times = [...this.store.keys()].sort((one, other) => one - other);
    const { keys, monitor } = evaluateAgain<LogRow>(
      {
        read: (_, since, until) => {
          const within = times.filter((at) => at >= since && at < until);
          return { times: within, column: within.map((at) => this.store.get(at) ?? null) };
        },
        throughOf: () => times.at(-1) ?? null,
        keysOf: () => keysOf(this.rules),
        rowsSince: (key, since) =>
          this.rows
            .filter((row) => row.key === key && (row.endTime === null || row.endTime >= since))
            .sort((one, other) => one.startTime - other.startTime),
      },
      REGISTER,
      { from, to },
      END,
    );
    if (monitor === null) this.partial += 1;
    for (const { key, rows, episodes } of keys) {
      const { insert, update, remove } = reconcileEpisodes(rows, episodes);
      this.rows = this.rows.filter((row) => !remove.includes(row));
      for (const { row, episode } of update) Object.assign(row, episodeOf(episode));
      for (const episode of insert)
        this.rows.push({ ...episodeOf(episode), key, logId: ++this.#id });
    }
    return monitor;
  }
}

/** Like `LimitAlarms`: a batch in order is evaluated only if it may change an alarm. */
class LiveLog extends Log {
  #arrived: number[];
  readonly #all: readonly RuleVersion[][];
  readonly #waits = new Map<string, number>();
  skipped = 0;
  constructor(rules: readonly RuleVersion[][]) {
    super(rules.map(() => []));
    this.#all = rules;
    this.#arrived = rules.map(() => 0);
  }

  /** Adds the versions up to an instant. */
  settle(until: number): void {
    for (;;) {
      const next = this.#all
        .map((versions, rule) => ({ rule, version: versions[this.#arrived[rule] ?? 0] }))
        .filter(({ version }) => version !== undefined && version.at <= until)
        .sort((one, other) => (one.version?.at ?? 0) - (other.version?.at ?? 0))[0];
      if (next?.version === undefined) return;
      this.rules[next.rule]?.push(next.version);
      this.#arrived[next.rule] = (this.#arrived[next.rule] ?? 0) + 1;
      this.#waits.clear();
      if (this.rows.some(({ endTime }) => endTime === null))
        this.evaluate(next.version.at, next.version.at);
    }
  }

  /** Notes until when a run of each side cannot be complete. */
  override evaluate(from: number, to: number): Monitor | null {
    const monitor = super.evaluate(from, to);
    for (const { key, state, condition } of monitor?.sides ?? []) {
      this.#waits.delete(key);
      if (condition !== null && (state.phase === "pending" || state.phase === "recovering"))
        this.#waits.set(key, state.since + condition.sustainMs);
    }
    return monitor;
  }

  override add(part: Part): void {
    const newest = Math.max(...this.store.keys(), 0);
    const isLate = (part[0]?.[0] ?? 0) <= newest;
    const sides = keysOf(this.rules).flatMap(({ key, side, versions }) => {
      const condition = findCondition(versions.at(-1)?.rule ?? null, REGISTER, side);
      return typeof condition === "string" ? [] : [{ key, condition }];
    });
    const changes = mayChange(
      sides,
      part.map(([at]) => at),
      part.map(([, value]) => value),
      (key) => this.rows.some((row) => row.key === key && row.endTime === null),
      (key) => this.#waits.get(key) ?? Number.NEGATIVE_INFINITY,
    );
    const isBeforeChange = this.rules.some(
      (versions) => (versions.at(-1)?.at ?? 0) >= (part[0]?.[0] ?? 0),
    );
    if (isLate || changes || isBeforeChange) super.add(part);
    else {
      this.skipped += 1;
      for (const [at, value] of part) this.store.set(at, value);
    }
  }
}

const histories = fc.oneof(anyLimitHistory(3), anyHeldHistory);
const cuts = fc.array(fc.nat({ max: 100 }), { maxLength: 30 });
const ranks = fc.array(fc.nat({ max: 9 }), { minLength: 30, maxLength: 30 });
const coins = fc.array(fc.boolean(), { minLength: 1, maxLength: 8 });

function compare(log: Log, history: LimitHistory): void {
  strictEqual(printRows(log.rows).join("\n"), evaluateOnce(history).join("\n"));
}

test("every batch evaluated again, in any order, leaves the log of one pass", () => {
  let partial = 0;
  const property = fc.property(histories, cuts, ranks, (history, at, order) => {
    const log = new Log(history.rules);
    const parts = cut(samplesOf(history), at)
      .filter(({ length }) => length > 0)
      .map((part, index) => ({ part, rank: order[index % order.length] ?? 0 }))
      .sort((one, other) => one.rank - other.rank);
    for (const { part } of parts) log.add(part);
    const last = history.times.at(-1) ?? 0;
    log.evaluate(last, last);
    compare(log, history);
    partial += log.partial;
  });
  fc.assert(property, { numRuns: 1_000, seed: 16 });
  ok(partial > 500);
});

test("batches that may change an alarm leave the log of one pass, whenever versions arrive", () => {
  let skipped = 0;
  const property = fc.property(histories, cuts, ranks, coins, (history, at, order, isEarly) => {
    const log = new LiveLog(history.rules);
    const parts = cut(samplesOf(history), at).filter(({ length }) => length > 0);
    // Some parts are late.
    const arriving = parts
      .map((part, index) => ({ part, rank: order[index % order.length] === 0 ? index + 3 : index }))
      .sort((one, other) => one.rank - other.rank);
    for (const [index, { part }] of arriving.entries()) {
      // A version is known before the first sample after it, and often earlier than samples before it.
      const [first, last] = [part[0]?.[0] ?? 0, part.at(-1)?.[0] ?? 0];
      log.settle(isEarly[index % isEarly.length] ? last - 1 : first - 1);
      log.settle(last - 1);
      log.add(part);
    }
    log.settle(END);
    compare(log, history);
    skipped += log.skipped;
  });
  fc.assert(property, { numRuns: 1_000, seed: 16 });
  ok(skipped > 500);
});

import { ok, strictEqual } from "node:assert";
import fc from "fast-check";
import { evaluate, settleVersions } from "#domain/alarms/limits/evaluate.ts";
import { type Episode, type LimitEffect, newMonitor } from "#domain/alarms/limits/monitor.ts";
import { anyHeldHistory, anyLimitHistory, type LimitHistory, REGISTER } from "./limit-histories.ts";
import { episodeOf, keysOf, LimitLog } from "./limit-log.ts";
import { findAlarms } from "./limit-model.ts";

const END = Number.MAX_SAFE_INTEGER;
/** Maximum length of the state of one register, and of each side, as JSON, characters. */
const [MAX_STATE, MAX_SIDE] = [160, 120];

type Run = { runs: number; seed: number };
type Counted = { alarms: number; reevaluations: number };
type Version = LimitHistory["rules"][number][number];
type Pending = { rule: number; version: Version }[];
type Part = (readonly [number, LimitHistory["column"][number]])[];

/** Evaluates a history in one pass, and returns its rows as sorted lines. */
export function evaluateOnce({ times, column, rules }: LimitHistory): string[] {
  const monitor = newMonitor(REGISTER, keysOf(rules));
  const rows: (Episode & { key: string })[] = [];
  const apply = (effect: LimitEffect) => {
    if (effect.kind === "raised") {
      rows.push({ ...effect.episode, key: effect.key });
      return;
    }
    const row = rows.findLast(({ key }) => key === effect.key);
    ok(row && row.startTime === effect.startTime && row.endTime === null);
    Object.assign(row, { endTime: effect.endTime, reason: effect.reason });
  };
  strictEqual(evaluate(monitor, times, column, apply), null);
  settleVersions(monitor, END, apply);
  return printRows(rows);
}

/** Writes rows as sorted lines, without their identities. */
export function printRows(rows: readonly (Episode & { key: string })[]): string[] {
  return rows.map((row) => `${row.key} ${JSON.stringify(episodeOf(row))}`).sort();
}

function compare(log: LimitLog, history: LimitHistory): void {
  strictEqual(printRows(log.rows).join("\n"), evaluateOnce(history).join("\n"));
  strictEqual(new Set(log.rows.map(({ logId }) => logId)).size, log.rows.length);
}

/** Checks that samples in any parts, with a restart after each, leave the log of one pass. */
export function checkSplits({ runs, seed }: Run): void {
  const cuts = fc.array(fc.nat({ max: 200 }), { maxLength: 12 });
  const property = fc.property(anyLimitHistory(3), cuts, (history, at) => {
    const log = new LimitLog(history.rules);
    const pending = versionsOf(history);
    for (const part of cut(samplesOf(history), at)) {
      for (const [time, value] of part) {
        addVersions(log, pending, time);
        log.addSamples([time], [value]);
      }
      log.restart();
      ok(log.stateLength < MAX_STATE + MAX_SIDE * history.rules.length * 3);
    }
    addVersions(log, pending, END);
    strictEqual(log.reevaluations, 0);
    compare(log, history);
  });
  fc.assert(property, { numRuns: runs, seed });
}

const arrival = fc.record({
  cuts: fc.array(fc.nat({ max: 100 }), { maxLength: 30 }),
  /** Sorts the parts; equal numbers keep their order. */
  ranks: fc.array(fc.nat({ max: 9 }), { minLength: 30, maxLength: 30 }),
  /** Parts that arrive again, and after which history is evaluated, the object restarts or a version arrives. */
  repeated: fc.array(fc.nat({ max: 20 }), { maxLength: 6 }),
  evaluated: fc.array(fc.boolean(), { minLength: 1, maxLength: 8 }),
  restarted: fc.array(fc.boolean(), { minLength: 1, maxLength: 8 }),
  early: fc.array(fc.boolean(), { minLength: 1, maxLength: 8 }),
});
type Arrival = typeof arrival extends fc.Arbitrary<infer Value> ? Value : never;

/** Checks that samples in any order, repeated and cut otherwise, leave the log of one pass. */
export function checkArrivals({ runs, seed }: Run): Counted {
  const counted = { alarms: 0, reevaluations: 0 };
  const property = fc.property(anyLimitHistory(4), arrival, (history, how) => {
    const log = new LimitLog(history.rules);
    const pending = versionsOf(history);
    for (const [index, part] of arrange(history, how).entries()) {
      addVersions(log, pending, Math.max(...part.map(([at]) => at)));
      if (how.early[index % how.early.length]) addNext(log, pending);
      addPart(log, part);
      if (how.evaluated[index % how.evaluated.length]) log.reevaluate();
      if (how.restarted[index % how.restarted.length]) log.restart();
    }
    addVersions(log, pending, END);
    log.reevaluate();
    compare(log, history);
    counted.reevaluations += log.reevaluations;
    counted.alarms += log.rows.length;
  });
  fc.assert(property, { numRuns: runs, seed });
  return counted;
}

/** Checks that one or two late samples in the middle of runs leave the log of one pass. */
export function checkLateSamples({ runs, seed }: Run): Counted {
  const counted = { alarms: 0, reevaluations: 0 };
  const late = fc.array(fc.nat({ max: 120 }), { minLength: 1, maxLength: 2 });
  const property = fc.property(anyHeldHistory, late, fc.boolean(), (history, chosen, together) => {
    const log = new LimitLog(history.rules);
    const samples = samplesOf(history);
    const isLate = new Set(chosen.map((index) => index % samples.length));
    addVersions(log, versionsOf(history), END);
    addPart(
      log,
      samples.filter((_, index) => !isLate.has(index)),
    );
    log.reevaluate();
    for (const index of isLate) {
      addPart(log, samples.slice(index, index + 1));
      if (!together) log.reevaluate();
    }
    log.reevaluate();
    compare(log, history);
    counted.reevaluations += log.reevaluations;
    counted.alarms += log.rows.length;
  });
  fc.assert(property, { numRuns: runs, seed });
  return counted;
}

/** Checks that one pass finds the alarms of a model that shares no code with it. */
export function checkModel({ runs, seed }: Run): Counted {
  const counted = { alarms: 0, reevaluations: 0 };
  const histories = fc.oneof(
    anyLimitHistory(0),
    anyHeldHistory.map((held) => ({ ...held, rules: held.rules.map((all) => all.slice(0, 1)) })),
  );
  const property = fc.property(histories, (history) => {
    const expected = findAlarms(history);
    strictEqual(evaluateOnce(history).map(toModelLine).sort().join("\n"), expected.join("\n"));
    counted.alarms += expected.length;
  });
  fc.assert(property, { numRuns: runs, seed });
  return counted;
}

/** Reduces a row to what the model states: rule, side, start, activation and end. */
function toModelLine(line: string): string {
  const [key = "", json = ""] = line.split(/ (.*)/);
  const [, rule, , side] = key.split("/");
  const { startTime, dateTime, endTime } = JSON.parse(json) as Episode;
  return `${rule} ${side} ${startTime} ${dateTime} ${endTime}`;
}

export function samplesOf({ times, column }: LimitHistory): Part {
  return times.map((at, index) => [at, column[index] ?? null]);
}

/** Cuts a list at indexes. */
export function cut<Item>(items: readonly Item[], at: readonly number[]): Item[][] {
  const edges = [0, ...[...at].sort((one, other) => one - other), items.length];
  return edges.slice(1).map((end, index) => items.slice(edges[index], end));
}

function addPart(log: LimitLog, part: Part): void {
  log.addSamples(
    part.map(([at]) => at),
    part.map(([, value]) => value),
  );
}

function versionsOf({ rules }: LimitHistory): Pending {
  return rules
    .flatMap((versions, rule) => versions.map((version) => ({ rule, version })))
    .sort((one, other) => one.version.at - other.version.at);
}

/** Adds versions before any sample after them, since samples ahead of their receipt count as received. */
function addVersions(log: LimitLog, pending: Pending, before: number): void {
  while (pending[0] !== undefined && pending[0].version.at < before) addNext(log, pending);
}

function addNext(log: LimitLog, pending: Pending): void {
  const next = pending.shift();
  if (next) log.addVersion(next.rule, next.version);
}

function arrange(history: LimitHistory, how: Arrival): Part[] {
  const parts = cut(samplesOf(history), how.cuts).filter(({ length }) => length > 0);
  const again = how.repeated.flatMap((index) => {
    const part = parts[index % parts.length] ?? [];
    // The same samples once more, and some of them without values.
    return [part, part.map(([at, value], place) => [at, place % 2 ? value : null] as const)];
  });
  return [...parts, ...again]
    .map((part, index) => ({ part, rank: how.ranks[index % how.ranks.length] ?? 0 }))
    .sort((one, other) => one.rank - other.rank)
    .map(({ part }) => part);
}

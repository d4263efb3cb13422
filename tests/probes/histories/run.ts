import fc from "fast-check";
import { expect } from "vitest";
import { daySpan } from "#domain/history/local-days.ts";
import type { Rollup } from "#domain/history/rollup.ts";
import { DAY_MS } from "#domain/units/durations.ts";
import type { DayRollup } from "#durable-objects/site/series/rollup-codec.ts";
import type { SampleBatch } from "#durable-objects/site/series/sample-batch.ts";
import type { SeriesStore } from "#durable-objects/site/series/series-store.ts";
import { inSite, SERIES_TABLES, START, TINY_LIMITS } from "../../workers/series-support.ts";
import { HistoryModel } from "./history-model.ts";
import { ADDRESSES, type Query, randomHistory, ZONES } from "./random-history.ts";

const QUARTER_MS = 15 * 60_000;
/** From START, a year without a leap day. */
const YEAR_MS = 365 * DAY_MS;
const LIMITS = { ...TINY_LIMITS, rollupMs: QUARTER_MS, rollupInstants: 4 };

/** Random histories, each asked for samples, buckets and days: every answer is that of the plain model. */
export function runHistories(seed: number, count: number): Promise<{ kept: number; past: number }> {
  return inSite(`histories-${seed}`, ({ open, clock, storage }) => {
    clock.at = START + 30 * DAY_MS;
    let kept = 0;
    let past = 0;
    const countRows = (table: string) =>
      storage.sql.exec<{ n: number }>(`SELECT count(*) AS n FROM series_${table}`).one().n;
    fc.assert(
      fc.property(randomHistory, ({ steps, queries }) => {
        for (const table of SERIES_TABLES) storage.sql.exec(`DELETE FROM series_${table}`);
        const model = new HistoryModel();
        let store: SeriesStore = open(LIMITS);
        let zone: string = ZONES[0];
        for (const step of steps) {
          if (step.do === "append") {
            model.appendSamples(since(store.retention.expiredBefore, step.batch));
            store.appendSamples(step.batch);
          } else if (step.do === "expire") expireSamples(store, clock, step);
          else if (step.do === "compact") store.compact();
          else if (step.do === "zone") {
            zone = step.zone;
            store.setTimeZone(zone);
          } else {
            if (step.do === "upgrade") {
              standBeforeRollups(storage);
              zone = ZONES[0];
            }
            store = open(LIMITS);
          }
        }
        past += countRows("past");
        kept += countRows("rollup") + countRows("local_day");
        for (const query of queries) check(store, model, zone, query);
        while (store.compact());
        for (const query of queries) check(store, model, zone, query);
      }),
      { numRuns: count, seed },
    );
    return { kept, past };
  });
}

/** Expires samples older than a year, in steps that may be incomplete. */
function expireSamples(
  store: SeriesStore,
  clock: { at: number },
  { minutes, steps }: { minutes: number; steps: number },
): void {
  if (store.retention.years === null) store.setRetention(1);
  const now = clock.at;
  clock.at = START + minutes * 60_000 + YEAR_MS;
  for (let count = 0; count < steps; count++) store.expire();
  clock.at = now;
}

/** What a store still takes of a batch. */
function since(earliest: number, { times, columns }: SampleBatch): SampleBatch {
  const start = times.filter((at) => at < earliest).length;
  const rest = [...columns].map(([address, column]) => [address, column.slice(start)] as const);
  return { times: times.slice(start), columns: new Map(rest) };
}

function check(store: SeriesStore, model: HistoryModel, zone: string, query: Query): void {
  const { address, quarters, days } = query;
  const edges = quarters.map((quarter) => START - DAY_MS + quarter * QUARTER_MS);
  const [from = 0, until = 0] = [edges[0], edges.at(-1)];
  const asked = [address, ...ADDRESSES.slice(0, 2)];
  const samples = store.samples(asked, from, until).get(address);
  // Some samples of counters stay after expiry.
  const kept = Math.max(from, store.retention.expiredBefore);
  const pairs = samples?.at.map((at, index) => [at, samples.values[index]]) ?? [];
  expect(pairs.filter(([at]) => Number(at) >= kept)).toEqual(model.read(address, kept, until));
  const buckets = store.rollups(asked, edges).get(address);
  for (const [index, edge] of edges.slice(1).entries())
    same(buckets?.[index] ?? null, model.rollupOf(address, edges[index] ?? 0, edge, zone));
  const sums = store.sums(asked, edges).get(address);
  // A register of nothing but texts has none of either, and may be omitted or returned as null.
  if (buckets === undefined) expect(Math.max(0, ...(sums?.count ?? []))).toBe(0);
  for (const [index, rollup] of buckets?.entries() ?? []) {
    for (const figure of EXACT_SUMS)
      expect(sums?.[figure][index] ?? 0).toBe(rollup === null ? 0 : rollup[figure]);
    const size = Math.max(Math.abs(rollup?.min ?? 0), Math.abs(rollup?.max ?? 0));
    const differ = Math.abs((sums?.sum[index] ?? 0) - (rollup?.sum ?? 0));
    expect(differ).toBeLessThanOrEqual(1e-12 * size * (rollup?.count ?? 0));
    const [start = 0, end = 0] = [edges[index], edges[index + 1]];
    const average = rollup === null ? null : model.average(address, start, end, zone, store.now);
    if (average === null) continue;
    const reported = (sums?.area[index] ?? 0) / (sums?.held[index] ?? 0);
    const most = Math.max(size, Math.abs(average));
    expect(Math.abs(reported - average)).toBeLessThanOrEqual(1e-6 * most);
  }
  const first = START / DAY_MS - 1 + (days[0] ?? 0);
  const end = START / DAY_MS - 1 + (days.at(-1) ?? 0);
  const reported = store.dayRollups(asked, { first, end }).get(address);
  for (let day = first; day < end; day++) {
    const span = daySpan(zone, day);
    same(reported?.[day - first] ?? null, model.rollupOf(address, span.from, span.to, zone));
  }
}

const EXACT_SUMS = ["count", "min", "max", "firstAt", "lastAt"] as const;
const INEXACT = ["sum", "above", "below", "held"] as const;

function same(reported: DayRollup | Rollup | null, wanted: Rollup | null): void {
  const { usual: _, ...rollup } = { usual: 0, ...reported };
  if (reported === null || wanted === null) {
    expect(reported).toEqual(wanted);
    return;
  }
  for (const figure of INEXACT) {
    const size = Math.max(Math.abs(wanted.min), Math.abs(wanted.max)) * wanted.count;
    // Areas are kept to a ten-thousandth, each quarter's by itself; sums to thirteen digits.
    const rounded = {
      sum: 1e-12 * size,
      held: 1e-6 * size * (1 + wanted.heldMs / wanted.count),
      above: 1e-9 * size + 1e-4 * wanted.count,
      below: 1e-9 * size + 1e-4 * wanted.count,
    }[figure];
    expect(Math.abs(reported[figure] - wanted[figure])).toBeLessThanOrEqual(rounded);
  }
  const rough = Object.fromEntries(INEXACT.map((figure) => [figure, 0]));
  expect({ ...rollup, ...rough }).toEqual({ ...wanted, ...rough });
}

/** What an object has stored that was last awake before there were rollups. */
function standBeforeRollups(storage: DurableObjectStorage): void {
  for (const table of ["rollup", "local_day", "zone"])
    storage.sql.exec(`DELETE FROM series_${table}`);
}

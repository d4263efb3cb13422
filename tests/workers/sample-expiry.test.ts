import fc from "fast-check";
import { expect, test } from "vitest";
import { DAY_MS, MINUTE_MS } from "#domain/units/durations.ts";
import { readCurves } from "#durable-objects/site/history/read-curves.ts";
import { readEnergy } from "#durable-objects/site/history/read-energy.ts";
import type { SeriesStore } from "#durable-objects/site/series/series-store.ts";
import type { EnergyQuery } from "#protocol/history/energies.ts";
import { readHousehold } from "#simulator/histories/household-history.ts";
import { seededRandom } from "#simulator/random.ts";
import household from "../../simulator/recordings/givenergy-household.csv.gz?url&inline";
import { batchesOf, unpack } from "../support/feed-history.ts";
import {
  compactWholly,
  inSite,
  type Opened,
  SERIES_TABLES,
  START,
  TINY_LIMITS,
} from "./series-support.ts";

const YEAR_MS = 365 * DAY_MS;
const LIMITS = { ...TINY_LIMITS, rollupMs: 15 * MINUTE_MS, rollupInstants: 4 };
const COUNTER = "FFFF000200";
const POWER = "FFFF000100";

/** Everything that was there at an instant is older than a year. */
function expireUntil(store: SeriesStore, clock: Opened["clock"], at: number, steps = 10_000): void {
  store.setRetention(1);
  clock.at = Math.max(clock.at, at + 2 * YEAR_MS);
  for (let step = 0; step < steps && (store.retention.dueAt ?? Infinity) <= clock.at; step++)
    store.expire();
}

function energiesOf(store: SeriesStore, span: { from: number; until: number }, timeZone: string) {
  const units: EnergyQuery["unit"][] = ["hour", "day", "month", "year"];
  return units.map((unit) =>
    readEnergy(store, [], { ...span, unit, timeZone, siteTimeZone: timeZone }),
  );
}

test("energies, days and buckets of a recorded house stay the same when its samples expire", () =>
  inSite("expiring-household", ({ open, clock, storage }) => {
    const history = readHousehold(unpack(household));
    const { times, timeZone } = history;
    const store = open();
    const from = times[0] ?? 0;
    // A quarter of an hour is not cut once its samples have expired.
    const until = Math.ceil(((times.at(-1) ?? 0) + 1) / (15 * MINUTE_MS)) * 15 * MINUTE_MS;
    // The last sample has held for as long as it may.
    clock.at = until + DAY_MS;
    for (const batch of batchesOf(history, (address) => address.startsWith("FFFF000")))
      store.appendSamples(batch);
    compactWholly(store);
    const question = {
      addresses: [POWER, COUNTER],
      from,
      until,
      points: 300,
      timeZone,
      siteTimeZone: timeZone,
    };
    const bytes = () =>
      storage.sql
        .exec<{ n: number }>(
          `SELECT (SELECT ifnull(sum(length(data)), 0) FROM series_block)
            + (SELECT ifnull(sum(length(data)), 0) FROM series_chunk)
            + (SELECT ifnull(sum(length(kept)), 0) FROM series_past) AS n`,
        )
        .one().n;
    const before = [energiesOf(store, { from, until }, timeZone), readCurves(store, [], question)];
    const size = bytes();
    expireUntil(store, clock, until);
    expect(store.retention.expiredBefore).toBeGreaterThan(until - 2 * DAY_MS);
    expect([energiesOf(store, { from, until }, timeZone), readCurves(store, [], question)]).toEqual(
      before,
    );
    expect(bytes()).toBeLessThan(size * 0.6);
    // Samples are returned in buckets.
    const start = Math.ceil(from / DAY_MS) * DAY_MS;
    const hour = { from: start, until: start + 3_600_000, points: 5_000 };
    const { bucketMs, series } = readCurves(store, [], { ...question, ...hour });
    expect(bucketMs).toBe(15 * MINUTE_MS);
    expect(series[0]?.max).toHaveLength(4);
    expect(energiesOf(open(), { from, until }, timeZone)).toEqual(before[0]);
  }));

/** A counter that runs, and now and then is reset, exchanged or wrong for a sample; and its power. */
function randomCounter(seed: number, count: number, stepMs: number) {
  const next = seededRandom(seed);
  let total = Math.round(next() * 1e6);
  const values: number[] = [];
  const powers: number[] = [];
  for (let index = 0; index < count; index++) {
    const watts = next() < 0.3 ? 0 : Math.round(next() * 4_000);
    total += Math.round((watts * stepMs) / 3_600_000);
    if (next() < 0.004) total = next() < 0.5 ? 0 : Math.round(next() * 1e7);
    values.push(next() < 0.003 ? 0 : total);
    powers.push(watts);
  }
  return { values, powers };
}

test("energies of falling, leaping and wrong counters are equal before and after expiry, at any time", () =>
  inSite("expiring-counters", ({ open, clock, storage }) => {
    let past = 0;
    const history = fc.record({
      seed: fc.integer({ min: 1, max: 1e6 }),
      count: fc.integer({ min: 50, max: 700 }),
      stepMs: fc.constantFrom(MINUTE_MS, 5 * MINUTE_MS, 20 * MINUTE_MS),
      share: fc.double({ min: 0, max: 1, noNaN: true }),
      zone: fc.constantFrom("UTC", "Asia/Kathmandu", "Europe/Berlin"),
    });
    fc.assert(
      fc.property(history, ({ seed, count, stepMs, share, zone }) => {
        for (const table of SERIES_TABLES) storage.sql.exec(`DELETE FROM series_${table}`);
        const store = open(LIMITS);
        const { values, powers } = randomCounter(seed, count, stepMs);
        const times = values.map((_, index) => START + index * stepMs);
        const until = (times.at(-1) ?? 0) + 1;
        // The last sample has held for as long as it may.
        clock.at = until + DAY_MS;
        for (let first = 0; first < count; first += 20) {
          const own = <Item>(list: readonly Item[]) => list.slice(first, first + 20);
          store.appendSamples({
            times: own(times),
            columns: new Map([
              [COUNTER, own(values)],
              [POWER, own(powers)],
            ]),
          });
        }
        compactWholly(store);
        const span = { from: START, until };
        const before = energiesOf(store, span, zone);
        expireUntil(store, clock, START + share * (until - START));
        past += storage.sql.exec<{ n: number }>(`SELECT count(*) AS n FROM series_past`).one().n;
        expect(energiesOf(open(LIMITS), span, zone)).toEqual(before);
      }),
      {
        numRuns: 40,
        examples: [[{ seed: 426639, count: 235, stepMs: 60000, share: 0, zone: "UTC" }]],
      },
    );
    expect(past).toBeGreaterThan(40);
  }));

test("killed at any write, an expiry is not half done, and continues afterwards", () =>
  inSite("expiring-killed", ({ open, clock, storage }) => {
    const { values, powers } = randomCounter(5, 300, 5 * MINUTE_MS);
    const times = values.map((_, index) => START + index * 5 * MINUTE_MS);
    const until = times.at(-1) ?? 0;
    clock.at = until;
    const store = open(LIMITS);
    for (let first = 0; first < times.length; first += 20) {
      const own = <Item>(list: readonly Item[]) => list.slice(first, first + 20);
      const columns = new Map([
        [COUNTER, own(values)],
        [POWER, own(powers)],
      ]);
      store.appendSamples({ times: own(times), columns });
    }
    compactWholly(store);
    const span = { from: START, until };
    const before = energiesOf(store, span, "UTC");
    const edges = [START, START + DAY_MS / 2, START + DAY_MS];
    const rollups = store.rollups([POWER], edges);
    store.setRetention(1);
    clock.at = until + YEAR_MS + 2 * DAY_MS;
    const exec = storage.sql.exec.bind(storage.sql);
    let kills = 0;
    for (let write = 1; write < 12; write++) {
      let left = write;
      storage.sql.exec = ((query: string, ...bindings: SqlStorageValue[]) => {
        if (/^\s*(INSERT|DELETE)/.test(query) && --left === 0) throw new Error("killed");
        return exec(query, ...bindings);
      }) as typeof exec;
      const halfway = open(LIMITS);
      try {
        halfway.expire();
      } catch {
        kills += 1;
      }
      storage.sql.exec = exec as typeof storage.sql.exec;
      for (const one of [halfway, open(LIMITS)]) {
        expect(energiesOf(one, span, "UTC")).toEqual(before);
        expect(one.rollups([POWER], edges)).toEqual(rollups);
      }
    }
    expect(kills).toBeGreaterThan(3);
    expireUntil(open(LIMITS), clock, until);
    expect(exec<{ n: number }>(`SELECT count(*) AS n FROM series_block`).one().n).toBe(0);
    expect(energiesOf(open(LIMITS), span, "UTC")).toEqual(before);
  }));

test("samples of an expired time are not counted twice, and expiry waits for older backlogs", () =>
  inSite("expiring-late", ({ open, clock }) => {
    const next = seededRandom(3);
    const batchAt = (at: number, until = Number.POSITIVE_INFINITY) => {
      const all = Array.from({ length: 40 }, (_, index) => at + index * MINUTE_MS);
      const times = all.filter((time) => time < until);
      return { times, columns: new Map([[POWER, times.map(() => next() * 1_000)]]) };
    };
    const limits = { ...LIMITS, restMs: DAY_MS, bufferBatches: 1, chunksBeforeCompaction: 1 };
    const store = open(limits);
    clock.at = START + 3 * YEAR_MS;
    store.setRetention(1);
    store.appendSamples(batchAt(START));
    store.appendSamples(batchAt(START + 10 * DAY_MS));
    store.appendSamples(batchAt(START + 15 * DAY_MS));
    store.appendSamples(batchAt(START + 16 * DAY_MS));
    compactWholly(store);
    expect(store.retention.dueAt).toBe(clock.at + DAY_MS);
    clock.at += DAY_MS;
    store.appendSamples(batchAt(START + 20 * DAY_MS));
    // More may follow.
    expect(store.retention.dueAt).toBe(clock.at + DAY_MS);
    clock.at += DAY_MS;
    for (let step = 0; step < 20; step++) store.expire();
    const edge = store.retention.expiredBefore;
    expect(edge).toBeGreaterThan(START);
    const days = { first: START / DAY_MS, end: START / DAY_MS + 21 };
    const before = store.dayRollups([POWER], days);
    for (const at of [START, START - DAY_MS, edge - 20 * MINUTE_MS])
      store.appendSamples(batchAt(at, edge));
    compactWholly(store);
    expect(store.dayRollups([POWER], days)).toEqual(before);
    // Only the part of a batch after the edge is stored.
    const over = batchAt(edge - 20 * MINUTE_MS);
    store.appendSamples(over);
    const taken = store.samples([POWER], edge, edge + 20 * MINUTE_MS).get(POWER)?.at.length;
    expect(taken).toBe(over.times.filter((at) => at >= edge).length);
  }));

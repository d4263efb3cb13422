import fc from "fast-check";
import { expect, test } from "vitest";
import { MINUTE_MS } from "#domain/units/durations.ts";
import { findStale } from "#durable-objects/site/series/find-stale.ts";
import type { SeriesStore } from "#durable-objects/site/series/series-store.ts";
import { seededRandom } from "#simulator/random.ts";
import { compactWholly, inSite, SERIES_TABLES, START, TINY_LIMITS } from "./series-support.ts";

const POWER = "FFFF000100";
const CHARGE = "FFFF000134";
const LIMITS = { ...TINY_LIMITS, rollupMs: 15 * MINUTE_MS, chunksBeforeCompaction: 1 };

type Sample = { at: number; value: number };

/** A lively power that freezes now and then. */
function lively(seed: number, count: number): Sample[] {
  const next = seededRandom(seed);
  let held = 0;
  let value = 0;
  return Array.from({ length: count }, (_, index) => {
    if (held === 0 && next() < 0.01) held = 5 + Math.floor(next() * 60);
    if (held > 0) held -= 1;
    else value = Math.round(500 + 1_000 * next());
    return { at: START + index * 5 * MINUTE_MS, value };
  });
}

const history = fc.record({
  seed: fc.integer({ min: 1, max: 1e6 }),
  count: fc.integer({ min: 100, max: 900 }),
  batch: fc.integer({ min: 5, max: 90 }),
  /** How far batches are from their order. */
  disorder: fc.constantFrom(0, 0, 3, 100),
  turns: fc.integer({ min: 0, max: 4 }),
  span: fc.tuple(
    fc.double({ min: 0, max: 1, noNaN: true }),
    fc.double({ min: 0, max: 1, noNaN: true }),
  ),
});

test("stale values equal those of a reader in order, whatever the order of arrival", () =>
  inSite("frozen-any-order", ({ open, storage, clock }) => {
    clock.at = START + 400 * 86_400_000;
    let reported = 0;
    let whole = 0;
    let periods = 0;
    fc.assert(
      fc.property(history, ({ seed, count, batch, disorder, turns, span }) => {
        for (const table of SERIES_TABLES) storage.sql.exec(`DELETE FROM series_${table}`);
        const next = seededRandom(seed);
        const batches = cut(lively(seed, count), batch)
          .map((samples, place) => ({ samples, place: place + disorder * next() }))
          .sort((one, other) => one.place - other.place);
        let store = open(LIMITS);
        const known: Sample[] = [];
        for (const { samples } of batches) {
          append(store, samples);
          known.push(...samples);
          for (let turn = 0; turn < turns; turn++) store.compact();
          if (next() < 0.1) store = open(LIMITS);
          if (next() < 0.2 && check(store, known, span)) reported += 1;
        }
        compactWholly(store);
        // What came late may still be in the tail; in order there is never much left to be judged.
        const isReported = check(store, known, span);
        expect(isReported || disorder > 0).toBe(true);
        if (isReported) whole += 1;
        periods += spansOf(known).length;
      }),
      { numRuns: 40 },
    );
    expect(whole).toBeGreaterThan(25);
    expect(reported).toBeGreaterThan(20);
    expect(periods).toBeGreaterThan(30);
  }));

test("only registers to which the rule applies are judged", () =>
  inSite("frozen-registers", ({ open }) => {
    const store = open(LIMITS);
    append(store, lively(1, 20));
    expect([...store.staleSpans([POWER, CHARGE], START, START + 1).keys()]).toEqual([POWER]);
  }));

function append(store: SeriesStore, samples: readonly Sample[]): void {
  const times = samples.map(({ at }) => at);
  const values = samples.map(({ value }) => value);
  store.appendSamples({
    times,
    columns: new Map([
      [POWER, values],
      [CHARGE, values],
    ]),
  });
}

function cut(samples: readonly Sample[], size: number): Sample[][] {
  return Array.from({ length: Math.ceil(samples.length / size) }, (_, index) =>
    samples.slice(index * size, (index + 1) * size),
  );
}

function spansOf(known: readonly Sample[]) {
  const inOrder = [...known].sort((one, other) => one.at - other.at);
  const at = inOrder.map((sample) => sample.at);
  return findStale(undefined, { at, values: inOrder.map(({ value }) => value) }).spans;
}

/** Whether any value is stale. */
function check(store: SeriesStore, known: readonly Sample[], span: readonly number[]): boolean {
  const ends = known.map(({ at }) => at);
  const [first, last] = [Math.min(...ends), Math.max(...ends)];
  const [from = 0, until = 0] = span
    .map((share) => Math.round(first + share * (last - first)))
    .sort((a, b) => a - b);
  const reported = store.staleSpans([POWER], from, until).get(POWER);
  if (reported === undefined) return false;
  expect(reported).toEqual(spansOf(known).filter((one) => one.from < until && one.to >= from));
  return true;
}

import fc from "fast-check";
import { expect, test } from "vitest";
import { mergeValues } from "#domain/registers/merge-values.ts";
import type { RegisterValue } from "#domain/registers/register.ts";
import type { SampleBatch } from "#durable-objects/site/series/sample-batch.ts";
import type { SeriesStore } from "#durable-objects/site/series/series-store.ts";
import { readPairs, type StoredValue } from "../support/read-pairs.ts";
import {
  contents,
  inSite,
  overlappingBlocks,
  SERIES_TABLES,
  START,
  TINY_LIMITS,
} from "./series-support.ts";

const ADDRESSES = ["FFFF000100", "FFFF000110", "FFFF000120", "0033110107", "0033120107"];

type Step =
  | { do: "append"; batch: SampleBatch }
  | { do: "compact" }
  | { do: "evict" }
  | { do: "wait"; ms: number };

const value: fc.Arbitrary<RegisterValue> = fc.oneof(
  { weight: 5, arbitrary: fc.integer({ min: -30, max: 30 }).map((tenths) => tenths / 10) },
  { weight: 1, arbitrary: fc.double({ noNaN: true, noDefaultInfinity: true }) },
  { weight: 1, arbitrary: fc.constantFrom("charge", "idle", "\uFFFF", "\u{10000}", "\uD800", -0) },
  { weight: 2, arbitrary: fc.constant(null) },
);
// Up to 300 ms after START, where the clock begins at 100: some instants are ahead of the server.
const batch: fc.Arbitrary<SampleBatch> = fc
  .uniqueArray(fc.nat(300), { minLength: 1, maxLength: 12 })
  .map((times) => times.sort((a, b) => a - b).map((at) => START + at))
  .chain((times) =>
    fc
      .uniqueArray(
        fc.tuple(
          fc.constantFrom(...ADDRESSES),
          fc.array(value, { minLength: times.length, maxLength: times.length }),
        ),
        { selector: ([address]) => address, minLength: 1 },
      )
      .map((columns) => ({ times, columns: new Map(columns) })),
  );
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 12, arbitrary: batch.map((batch): Step => ({ do: "append", batch })) },
  { weight: 3, arbitrary: fc.constant<Step>({ do: "compact" }) },
  { weight: 2, arbitrary: fc.constant<Step>({ do: "evict" }) },
  { weight: 2, arbitrary: fc.integer({ min: 1, max: 60 }).map((ms): Step => ({ do: "wait", ms })) },
);
const history = fc.array(step, { minLength: 1, maxLength: 60, size: "max" });

/** The same rules over plain maps: register → instant → value, nulls kept. */
class Model {
  readonly values = new Map<string, Map<number, RegisterValue>>();

  appendSamples({ times, columns }: SampleBatch): void {
    for (const [address, column] of columns) {
      const stored = this.values.get(address) ?? new Map<number, RegisterValue>();
      this.values.set(address, stored);
      for (const [index, at] of times.entries())
        stored.set(at, mergeValues(stored.get(at) ?? null, column[index] ?? null));
    }
  }

  contents(): Map<string, StoredValue[]> {
    const all = [...this.values].map(([address, stored]): [string, StoredValue[]] => [
      address,
      [...stored].filter(([, value]) => value !== null).sort(([a], [b]) => a - b),
    ]);
    return new Map(all.filter(([, stored]) => stored.length > 0));
  }

  latest(): Map<string, { at: number; v: RegisterValue }> {
    return new Map(
      [...this.values].map(([address, stored]) => {
        const at = Math.max(...stored.keys());
        return [address, { at, v: stored.get(at) ?? null }];
      }),
    );
  }
}

function run(clockStart: number, checkLatest: boolean) {
  return inSite(`model-${clockStart}`, ({ open, clock, storage }) => {
    let folded = 0;
    fc.assert(
      fc.property(history, (steps) => {
        for (const table of SERIES_TABLES) storage.sql.exec(`DELETE FROM series_${table}`);
        clock.at = START + clockStart;
        const model = new Model();
        let store: SeriesStore = open(TINY_LIMITS);
        for (const step of steps) {
          if (step.do === "append") {
            store.appendSamples(step.batch);
            model.appendSamples(step.batch);
          } else if (step.do === "compact") store.compact();
          else if (step.do === "wait") clock.at += step.ms;
          else {
            const { latest, newestAt } = store;
            store = open(TINY_LIMITS);
            expect(store.latest).toEqual(latest);
            expect(store.newestAt).toBe(newestAt);
          }
          expect(store.storedThrough(clock.at) ?? START).toBeLessThanOrEqual(clock.at);
          if (checkLatest) expect(store.latest).toEqual(model.latest());
        }
        expect(contents(store)).toEqual(model.contents());
        expect(contents(open(TINY_LIMITS))).toEqual(model.contents());
        expect(overlappingBlocks(storage)).toEqual([]);
        folded += storage.sql.exec(`SELECT id FROM series_block`).toArray().length;
      }),
      { numRuns: 150 },
    );
    expect(folded).toBeGreaterThan(150);
  });
}

test("after any appends, compactions and evictions the store holds what a plain map holds", () =>
  run(1000, true));

test("the same with instants ahead of the server", () => run(100, false));

test("periods are read as from a plain map", () =>
  inSite("periods", ({ open, clock, storage }) => {
    clock.at = START + 1000;
    fc.assert(
      fc.property(
        fc.array(batch, { minLength: 1, maxLength: 40, size: "max" }),
        fc.array(fc.tuple(fc.nat(320), fc.nat(320)), { minLength: 1, maxLength: 8 }),
        fc.subarray(ADDRESSES),
        (batches, periods, wanted) => {
          for (const table of SERIES_TABLES) storage.sql.exec(`DELETE FROM series_${table}`);
          const store = open(TINY_LIMITS);
          const model = new Model();
          for (const [index, batch] of batches.entries()) {
            store.appendSamples(batch);
            model.appendSamples(batch);
            if (index % 6 === 0) store.compact();
          }
          const edges = batches.flatMap(({ times }) => [times[0] ?? 0, times.at(-1) ?? 0]);
          const asked = [
            ...periods.map((two) => two.map((at) => START + at).sort((a, b) => a - b)),
            ...edges.map((at) => [at, at + 1]),
          ];
          const all = [...model.contents()];
          for (const [from = 0, until = 0] of asked) {
            const expected = all
              .filter(([address]) => wanted.includes(address))
              .map(([address, stored]): [string, StoredValue[]] => [
                address,
                stored.filter(([at]) => at >= from && at < until),
              ])
              .filter(([, stored]) => stored.length > 0);
            expect(readPairs(store, wanted, from, until)).toEqual(new Map(expected));
          }
        },
      ),
      { numRuns: 100 },
    );
  }));

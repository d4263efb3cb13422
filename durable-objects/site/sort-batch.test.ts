import fc from "fast-check";
import { expect, test } from "vitest";
import { HOUR_MS } from "#domain/units/durations.ts";
import { sortBatch } from "./sort-batch.ts";

const NOW = 1_700_000_000_000;
const knows = (address: string) => address !== "0033119999";
const batch = (times: number[], values: Record<string, (number | string | null)[]>) =>
  ({ cmd: 260, id: "b", times, values }) as const;

test("instants before 2000 or more than 26 h ahead are dropped and the rest stands", () => {
  const y2000 = Date.UTC(2000, 0, 1);
  const times = [y2000 - 1, y2000, NOW, NOW + 26 * HOUR_MS, NOW + 26 * HOUR_MS + 1];
  expect(sortBatch(batch(times, { FFFF000120: [1, 2, 3, 4, 5] }), knows, NOW)).toEqual({
    times: [y2000, NOW, NOW + 26 * HOUR_MS],
    columns: new Map([["FFFF000120", [2, 3, 4]]]),
    refused: 2,
  });
});

test("a register that is not described is not stored, and null is not counted as refused", () => {
  const values = { FFFF000120: [1, null], "0033119999": [1, null] };
  expect(sortBatch(batch([1, NOW], values), knows, NOW)).toEqual({
    times: [NOW],
    columns: new Map([["FFFF000120", [null]]]),
    refused: 2,
  });
});

test("even instants that run out of all range are dropped", () => {
  const even = { cmd: 260, id: "e", start: NOW, step: 2 ** 52, count: 4 } as const;
  const sorted = sortBatch({ ...even, values: { FFFF000120: [1, 2, 3, 4] } }, knows, NOW);
  expect(sorted).toMatchObject({ times: [NOW], refused: 3 });
});

test("every value is either stored or refused", () => {
  const value = fc.option(fc.oneof(fc.integer(), fc.string()), { freq: 3 });
  const batches = fc
    .uniqueArray(fc.integer({ min: -(10 ** 12), max: NOW + 40 * HOUR_MS }), { maxLength: 20 })
    .chain((times) =>
      fc.record({
        times: fc.constant(times.sort((a, b) => a - b)),
        values: fc.dictionary(
          fc.constantFrom("FFFF000120", "FFFF000134", "0033119999"),
          fc.array(value, { minLength: times.length, maxLength: times.length }),
        ),
      }),
    );
  const count = (columns: Iterable<readonly unknown[]>) =>
    [...columns].flat().filter((one) => one !== null).length;
  fc.assert(
    fc.property(batches, ({ times, values }) => {
      const sorted = sortBatch(batch(times, values), knows, NOW);
      expect(count(sorted.columns.values()) + sorted.refused).toBe(count(Object.values(values)));
      for (const column of sorted.columns.values())
        expect(column).toHaveLength(sorted.times.length);
    }),
  );
});

test("a sample of an expired time is refused and counted", () => {
  const values = { FFFF000120: [1, null, 3, 4] };
  const sorted = sortBatch(
    batch([NOW - 40, NOW - 30, NOW - 20, NOW - 10], values),
    knows,
    NOW,
    NOW - 20,
  );
  expect(sorted.times).toEqual([NOW - 20, NOW - 10]);
  expect(sorted.columns).toEqual(new Map([["FFFF000120", [3, 4]]]));
  expect(sorted.refused).toBe(1);
});

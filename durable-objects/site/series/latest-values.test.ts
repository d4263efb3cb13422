import fc from "fast-check";
import { expect, test } from "vitest";
import type { RegisterValue } from "#domain/registers/register.ts";
import { UnreadableBytes } from "./bytes.ts";
import { encodeLatest, restoreLatest } from "./latest-codec.ts";
import { LatestValues } from "./latest-values.ts";

const NOW = 1_700_000_000_000;
const take = (
  latest: LatestValues,
  times: number[],
  columns: Record<number, RegisterValue[]>,
  receivedAt = NOW,
) =>
  latest.take(
    {
      times,
      columns: new Map(Object.entries(columns).map(([id, column]) => [Number(id), column])),
    },
    receivedAt,
  );
const shown = (latest: LatestValues) =>
  Object.fromEntries(
    [...latest.values()].map(({ id, value, countsAt }) => [id, [value, countsAt]]),
  );

test("the newest sample stands, and null says that it has no value", () => {
  const latest = new LatestValues();
  take(latest, [1000, 2000], { 1: [5, 6], 2: [7, null] });
  expect(shown(latest)).toEqual({ 1: [6, 2000], 2: [null, 2000] });
  take(latest, [3000], { 1: [8] });
  expect(shown(latest)).toEqual({ 1: [8, 3000], 2: [null, 2000] });
});

test("an older sample changes nothing but a register that has nothing newer", () => {
  const latest = new LatestValues();
  take(latest, [5000], { 1: [10] });
  take(latest, [1000], { 3: [1] });
  const taken = take(latest, [2000, 3000], { 1: [8, 9], 2: [20, 30], 3: [2, 3] });
  expect(taken.map(({ id }) => id)).toEqual([2, 3]);
  expect(shown(latest)).toEqual({ 1: [10, 5000], 2: [30, 3000], 3: [3, 3000] });
  expect(latest.newest.countsAt).toBe(5000);
});

test("two values of one instant are merged, and null takes none away", () => {
  const latest = new LatestValues();
  take(latest, [5000], { 1: [10] });
  expect(take(latest, [5000], { 1: [null] })).toEqual([]);
  expect(take(latest, [5000], { 1: [9] })).toEqual([]);
  take(latest, [5000], { 1: [11] });
  expect(shown(latest)).toEqual({ 1: [11, 5000] });
});

test("an instant ahead of the server counts as its time of receipt", () => {
  const latest = new LatestValues();
  const ahead = NOW + 3_600_000;
  take(latest, [ahead], { 1: [1] }, NOW);
  expect(shown(latest)).toEqual({ 1: [1, NOW] });
  expect(latest.newest).toEqual({ countsAt: NOW, given: ahead, past: null });
  take(latest, [ahead + 10_000], { 1: [2] }, NOW + 10_000);
  expect(shown(latest)).toEqual({ 1: [2, NOW + 10_000] });
  // Its clock was put right.
  take(latest, [NOW + 20_000], { 1: [3] }, NOW + 20_000);
  expect(shown(latest)).toEqual({ 1: [3, NOW + 20_000] });
  expect(latest.newest.past).toBe(NOW + 20_000);
});

test("an instant that is sent again keeps the time at which it first counted", () => {
  const latest = new LatestValues();
  take(latest, [NOW + 60_000], { 1: [5] }, NOW);
  take(latest, [NOW + 60_000], { 1: [3] }, NOW + 5000);
  expect(shown(latest)).toEqual({ 1: [5, NOW] });
});

test("latest values come back from their encoding, in one part or many", () => {
  const value = fc.oneof(fc.double({ noNaN: true }), fc.string(), fc.constant(null), fc.nat(100));
  const sample = fc.record({
    id: fc.nat(300),
    at: fc.integer({ min: NOW - 1000, max: NOW + 1000 }),
    value,
  });
  fc.assert(
    fc.property(fc.array(sample), fc.integer({ min: 40, max: 4000 }), (samples, maxBytes) => {
      const latest = new LatestValues();
      for (const { id, at, value } of samples) take(latest, [at], { [id]: [value] });
      const again = new LatestValues();
      for (const part of encodeLatest(latest, maxBytes)) restoreLatest(again, part);
      expect(shown(again)).toEqual(shown(latest));
      expect(again.newest).toEqual(latest.newest);
    }),
  );
});

test("garbage in place of latest values is refused", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
      expect(() => restoreLatest(new LatestValues(), bytes)).toThrow(UnreadableBytes);
    }),
  );
});

import { expect, test } from "vitest";
import { gapOf } from "./curve-gaps.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Instants with so many distances of each length one after the other. */
const instants = (...runs: [count: number, ms: number][]) => {
  const at = [0];
  for (const [count, ms] of runs)
    for (let step = 0; step < count; step++) at.push((at.at(-1) ?? 0) + ms);
  return at;
};

test("a line goes on over a few samples that are missing, and no further", () => {
  const gap = gapOf(instants([500, 10 * SECOND]), null);
  expect(gap).toBeGreaterThan(30 * SECOND);
  expect(gap).toBeLessThan(60 * SECOND);
});

test("outages are gaps, however many and however long", () => {
  const outages: [number, number][] = [3, 9, 20, 45, 110, 290].flatMap((minutes) => [
    [30, 10 * SECOND],
    [1, minutes * MINUTE],
  ]);
  expect(gapOf(instants(...outages), null)).toBeLessThan(MINUTE);
});

test("what was sampled each five minutes is a line, too, where the last hour was watched by the second", () => {
  const gap = gapOf(instants([288, 5 * MINUTE], [3_600, SECOND]), null);
  expect(gap).toBeGreaterThan(5 * MINUTE);
  expect(gap).toBeLessThan(HOUR);
});

test("after a bucket without samples there is a gap", () => {
  expect(gapOf([], HOUR)).toBeGreaterThan(HOUR);
  expect(gapOf([], HOUR)).toBeLessThan(2 * HOUR);
});

test("a few samples are joined by their median, and one alone by nothing", () => {
  expect(gapOf([0], null)).toBe(Number.POSITIVE_INFINITY);
  expect(gapOf(instants([1, MINUTE], [1, 2 * MINUTE]), null)).toBeGreaterThan(MINUTE);
});

import { expect, test } from "vitest";
import { HOUR_MS, MINUTE_MS, SECOND_MS } from "#domain/units/durations.ts";
import { gapOf } from "./curve-gaps.ts";

/** Creates instants from runs of equal distances. */
const instants = (...runs: [count: number, ms: number][]) => {
  const at = [0];
  for (const [count, ms] of runs)
    for (let step = 0; step < count; step++) at.push((at.at(-1) ?? 0) + ms);
  return at;
};

test("a line goes on over a few samples that are missing, and no further", () => {
  const gap = gapOf(instants([500, 10 * SECOND_MS]), null);
  expect(gap).toBeGreaterThan(30 * SECOND_MS);
  expect(gap).toBeLessThan(60 * SECOND_MS);
});

test("outages are gaps, however many and however long", () => {
  const outages: [number, number][] = [3, 9, 20, 45, 110, 290].flatMap((minutes) => [
    [30, 10 * SECOND_MS],
    [1, minutes * MINUTE_MS],
  ]);
  expect(gapOf(instants(...outages), null)).toBeLessThan(MINUTE_MS);
});

test("samples of five minutes form a line even if the last hour was sampled every second", () => {
  const gap = gapOf(instants([288, 5 * MINUTE_MS], [3_600, SECOND_MS]), null);
  expect(gap).toBeGreaterThan(5 * MINUTE_MS);
  expect(gap).toBeLessThan(HOUR_MS);
});

test("after a bucket without samples there is a gap", () => {
  expect(gapOf([], HOUR_MS)).toBeGreaterThan(HOUR_MS);
  expect(gapOf([], HOUR_MS)).toBeLessThan(2 * HOUR_MS);
});

test("a few samples are joined by their median, and one alone by nothing", () => {
  expect(gapOf([0], null)).toBe(Number.POSITIVE_INFINITY);
  expect(gapOf(instants([1, MINUTE_MS], [1, 2 * MINUTE_MS]), null)).toBeGreaterThan(MINUTE_MS);
});

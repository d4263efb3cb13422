import fc from "fast-check";
import { expect, test } from "vitest";
import { MINUTE_MS } from "../units/durations.ts";
import { isMetricsDue, METRICS_INTERVAL_MS } from "./metrics-due.ts";

const T0 = 1_700_000_000_000;

function minutesOfTurns(siteId: number, minutes: number): number[] {
  const turns: number[] = [];
  let before = T0;
  for (let minute = 1; minute <= minutes; minute++) {
    const at = T0 + minute * MINUTE_MS;
    if (!isMetricsDue(siteId, before, at)) continue;
    turns.push(minute);
    before = at;
  }
  return turns;
}

test("metrics are due once in each period, and the first ones at once", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10_000_000 }), (siteId) => {
      expect(isMetricsDue(siteId, null, T0)).toBe(true);
      const turns = minutesOfTurns(siteId, 60);
      expect(turns).toHaveLength((60 * MINUTE_MS) / METRICS_INTERVAL_MS);
      expect(new Set(turns.map((minute) => minute % 10)).size).toBe(1);
    }),
  );
});

test("older metrics have no turn, and after a gap there is one at once", () => {
  expect(isMetricsDue(7, T0, T0 - 1)).toBe(false);
  expect(isMetricsDue(7, T0, T0)).toBe(false);
  expect(isMetricsDue(7, T0, T0 + METRICS_INTERVAL_MS)).toBe(true);
});

test("neighbours have their turns at different times", () => {
  const minutes = [1, 2, 3, 4, 5, 6].map((siteId) => minutesOfTurns(siteId, 10)[0]);
  expect(new Set(minutes).size).toBeGreaterThanOrEqual(5);
});

import fc from "fast-check";
import { expect, test } from "vitest";
import { type Budget, MAX_OVER_MS, spendUnits, timeOver, unitsLeft } from "./budget.ts";

const RATE = { burst: 2_000, everyMs: 1_000 };
const T0 = 1_790_000_000_000;

/** Asks for units again and again, and takes those that are there. */
function play(asked: readonly { after: number; count: number }[]) {
  let held: Budget | undefined;
  let now = T0;
  let given = 0;
  for (const { after, count } of asked) {
    now += after;
    const taken = Math.min(count, Math.floor(unitsLeft(held, RATE, now)));
    held = spendUnits(held, RATE, now, { count: taken, refused: count - taken });
    given += taken;
  }
  return { held, now, given };
}

test("a budget never grants more than its burst and its rate", () => {
  const asked = fc.record({ after: fc.nat(20_000), count: fc.nat(3_000) });
  fc.assert(
    fc.property(fc.array(asked, { maxLength: 60 }), (steps) => {
      const { now, given } = play(steps);
      expect(given).toBeLessThanOrEqual(RATE.burst + (now - T0) / RATE.everyMs);
    }),
  );
});

test("a request within the budget is granted completely", () => {
  const steps = Array.from({ length: 5_000 }, () => ({ after: 1_000, count: 1 }));
  expect(play([{ after: 0, count: 2_000 }, ...steps]).given).toBe(7_000);
});

test("after a pause the refill goes on, also for the pause", () => {
  const flood = [{ after: 0, count: 4_000 }];
  expect(play([...flood, { after: 5_000, count: 4_000 }]).given).toBe(2_005);
  expect(play([...flood, { after: 30_000, count: 4_000 }]).given).toBe(2_030);
});

test("a flood without a pause gets the burst and no more", () => {
  const steps = Array.from({ length: 86_400 }, () => ({ after: 1_000, count: 100 }));
  // What is refilled in the twenty seconds in which the burst is spent.
  expect(play(steps).given).toBe(2_020);
});

test("a logger that asks for a little more than the refill gets the refill", () => {
  const flood = [{ after: 0, count: 4_000 }];
  const steady = Array.from({ length: 600 }, () => ({ after: 1_000, count: 1 }));
  expect(play([...flood, ...steady]).given).toBeGreaterThanOrEqual(2_000 + 560);
  const more = Array.from({ length: 750 }, () => ({ after: 800, count: 1 }));
  expect(play([...flood, ...more]).given).toBeGreaterThanOrEqual(2_000 + 540);
});

test("a logger that sends slightly more than the refill every minute receives the refill all day", () => {
  const steps = Array.from({ length: 1_440 }, () => ({ after: 60_000, count: 72 }));
  expect(play(steps).given).toBeGreaterThanOrEqual(2_000 + 86_000);
});

test("a flood of single units gets the burst and little more", () => {
  const steps = Array.from({ length: 86_400 * 4 }, () => ({ after: 250, count: 1 }));
  expect(play(steps).given).toBeLessThan(2_700);
});

test("a flood that pauses now and then is held after ten minutes until it pauses for five", () => {
  const every = (after: number, length: number) =>
    Array.from({ length }, () => ({ after, count: 4_000 }));
  const { given } = play(every(10_000, 8_640));
  expect(given).toBeLessThan(2_700);
  const later = play([...every(10_000, 8_640), { after: 300_000, count: 4_000 }]);
  expect(later.given).toBe(given + 300);
});

test("how long it lasts is counted from the first refusal of a run", () => {
  const flood = (ms: number) =>
    Array.from({ length: ms / 1000 + 1 }, () => ({ after: 1_000, count: 4_000 }));
  const short = play(flood(MAX_OVER_MS - 1_000));
  expect(timeOver(short.held, short.now)).toBeLessThan(MAX_OVER_MS);
  const long = play(flood(MAX_OVER_MS));
  expect(timeOver(long.held, long.now)).toBe(MAX_OVER_MS);
  expect(timeOver(long.held, long.now + 300_000)).toBe(0);
  expect(timeOver(undefined, T0)).toBe(0);
});

test("a clock that steps back refills nothing", () => {
  const held = spendUnits(undefined, RATE, T0, { count: 2_000, refused: 0 });
  expect(unitsLeft(held, RATE, T0 - 60_000)).toBe(0);
});

import fc from "fast-check";
import { expect, test } from "vitest";
import { limitAxis, limitStep, roundLimit, shareFromTop, suggestLimits } from "./limit-axis.ts";

const ANY = { min: -1e6, max: 1e6 };

test("the axis shows the values and the limits near them", () => {
  const { min, max } = limitAxis({ min: 12, max: 14 }, [9.5, null, 15], ANY);
  expect(min).toBeLessThan(9.5);
  expect(max).toBeGreaterThan(15);
  expect(limitAxis({ min: 12, max: 14 }, [9.5, 999_999], ANY).max).toBeLessThan(20);
});

test("the axis of a flat curve, or without values, has a length", () => {
  for (const values of [{ min: 0, max: 0 }, { min: 50, max: 50 }, null]) {
    const { min, max } = limitAxis(values, [], ANY);
    expect(max).toBeGreaterThan(min);
  }
  expect(limitAxis(null, [40, 60], ANY).max).toBeGreaterThan(60);
});

test("limits move in round steps, no finer than the values", () => {
  expect(limitStep({ min: 0, max: 100 }, undefined)).toBe(1);
  expect(limitStep({ min: 9, max: 15 }, 1)).toBe(0.1);
  expect(limitStep({ min: 0, max: 1 }, 0)).toBe(1);
  expect(roundLimit(14.399999, 0.1)).toBe(14.4);
  expect(roundLimit(1234, 50)).toBe(1250);
});

test("a position on the axis is between its ends", () => {
  const axis = { min: 10, max: 20 };
  expect([20, 15, 10, 100, 0].map((value) => shareFromTop(value, axis))).toEqual([0, 0.5, 1, 0, 1]);
});

test("suggested limits are in order, within the allowed range and beyond all values", () => {
  const value = fc.double({ min: -1000, max: 1000, noNaN: true });
  const decimals = fc.option(fc.nat(3), { nil: undefined });
  fc.assert(
    fc.property(value, value, decimals, (one, other, decimals) => {
      const values = { min: Math.min(one, other), max: Math.max(one, other) };
      const suggested = suggestLimits(values, ANY, decimals);
      if (suggested === null) return;
      const { lowAlarm, lowClear, highClear, highAlarm } = suggested;
      expect(lowAlarm).toBeLessThan(lowClear);
      expect(lowClear).toBeLessThanOrEqual(highClear);
      expect(highClear).toBeLessThan(highAlarm);
      expect(lowAlarm).toBeLessThan(values.min);
      expect(highAlarm).toBeGreaterThan(values.max);
    }),
  );
  expect(suggestLimits({ min: 11.9, max: 14.6 }, { min: 0, max: 100 }, 2)).not.toBeNull();
  expect(suggestLimits({ min: 5, max: 5 }, ANY, 0)).toBeNull();
  expect(suggestLimits({ min: 0, max: 100 }, { min: 0, max: 100 }, 0)?.lowAlarm ?? 0).toBe(0);
});

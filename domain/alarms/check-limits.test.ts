import fc from "fast-check";
import { expect, test } from "vitest";
import { findLimitFaults, type Limits } from "./check-limits.ts";

const right: Limits = {
  min: 0,
  max: 100,
  lowAlarm: 10,
  lowClear: 12,
  highAlarm: 60,
  highClear: 55,
};

test("limits in order are accepted, and so are rules with one side or none", () => {
  expect(findLimitFaults(right)).toEqual({});
  expect(findLimitFaults({ ...right, lowAlarm: null, lowClear: null })).toEqual({});
  expect(findLimitFaults({ ...right, highAlarm: null, highClear: null })).toEqual({});
  expect(findLimitFaults({ ...right, lowClear: 55 }), "the clear limits may be equal").toEqual({});
});

test.each<[string, Partial<Limits>, object]>([
  ["an alarm limit equal to its clear limit", { lowClear: 10 }, { lowClear: "limitOrder" }],
  ["a high side in reverse", { highClear: 61 }, { highAlarm: "limitOrder" }],
  ["clear limits in reverse", { lowClear: 56 }, { highClear: "limitOrder" }],
  ["a limit below the minimum", { lowAlarm: -1 }, { lowAlarm: "tooSmall" }],
  ["a limit above the maximum", { highAlarm: 101 }, { highAlarm: "tooBig" }],
  ["an alarm limit without its clear limit", { highClear: null }, { highClear: "required" }],
  ["a clear limit without its alarm limit", { lowAlarm: null }, { lowAlarm: "required" }],
  ["bounds in reverse", { max: -1 }, { max: "tooSmall" }],
])("%s is refused", (_what, change, expected) => {
  const faults = findLimitFaults({ ...right, ...change });
  expect(
    Object.fromEntries(Object.entries(faults).map(([name, { message }]) => [name, message])),
  ).toEqual(expected);
});

test("limits without a fault are in order and within their bounds", () => {
  const number = fc.integer({ min: -5, max: 15 });
  const limit = fc.option(number);
  const limits = fc.record({
    min: number,
    max: number,
    lowAlarm: limit,
    lowClear: limit,
    highAlarm: limit,
    highClear: limit,
  });
  fc.assert(
    fc.property(limits, (given) => {
      const chain = [given.lowAlarm, given.lowClear, given.highClear, given.highAlarm];
      const known = chain.filter((value) => value !== null);
      const isRight =
        given.min <= given.max &&
        (given.lowAlarm === null) === (given.lowClear === null) &&
        (given.highAlarm === null) === (given.highClear === null) &&
        known.every((value) => value >= given.min && value <= given.max) &&
        known.every((value, place) => place === 0 || (known[place - 1] ?? value) <= value) &&
        (given.lowAlarm === null || given.lowAlarm !== given.lowClear) &&
        (given.highAlarm === null || given.highAlarm !== given.highClear);
      expect(Object.keys(findLimitFaults(given)).length === 0).toBe(isRight);
    }),
  );
});

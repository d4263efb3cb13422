import fc from "fast-check";
import { expect, test } from "vitest";
import { areSeparate, coolingStartOf, heatingStopOf, nextMode } from "./cabinet-temperatures.ts";

const settings = { coolingStop: 24, coolingDifference: 6, heatingStart: 5, heatingDifference: 3 };

test("cooling starts at its stop plus the difference, and heating stops at its start plus the difference", () => {
  expect(coolingStartOf(settings)).toBe(30);
  expect(heatingStopOf(settings)).toBe(8);
});

test("cooling lasts until its stop and heating until its stop", () => {
  expect(nextMode(settings, "off", 29.9)).toBe("off");
  expect(nextMode(settings, "off", 30)).toBe("cooling");
  expect(nextMode(settings, "cooling", 24.1)).toBe("cooling");
  expect(nextMode(settings, "cooling", 24)).toBe("off");
  expect(nextMode(settings, "off", 5)).toBe("heating");
  expect(nextMode(settings, "heating", 7.9)).toBe("heating");
  expect(nextMode(settings, "heating", 8)).toBe("off");
});

test("separate settings never change from cooling to heating without a temperature in between", () => {
  fc.assert(
    fc.property(
      fc.record({
        coolingStop: fc.integer({ min: 15, max: 35 }),
        coolingDifference: fc.integer({ min: 1, max: 15 }),
        heatingStart: fc.integer({ min: -10, max: 20 }),
        heatingDifference: fc.integer({ min: 1, max: 15 }),
      }),
      fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 20, maxLength: 200 }),
      (any, steps) => {
        fc.pre(areSeparate(any));
        let [mode, temperature] = [nextMode(any, "off", 20), 20];
        for (const step of steps) {
          temperature += step;
          const after = nextMode(any, mode, temperature);
          if (after === "cooling") expect(temperature).toBeGreaterThan(any.coolingStop);
          if (after === "heating") expect(temperature).toBeLessThan(heatingStopOf(any));
          expect([mode, after]).not.toEqual(["cooling", "heating"]);
          expect([mode, after]).not.toEqual(["heating", "cooling"]);
          mode = after;
        }
      },
    ),
  );
});

import fc from "fast-check";
import { expect, test } from "vitest";
import { HOUR_MS, MINUTE_MS } from "../units/durations.ts";
import { CURVE_DIGITS, CURVE_HOURS, levelsOf, outlineOf, readSolarCurve } from "./solar-curve.ts";

const AT = 480_000 * HOUR_MS + 20 * MINUTE_MS;
const store = (hours: readonly (number | null)[]) =>
  hours.map((watts) => String(watts ?? "").padStart(CURVE_DIGITS)).join("");

test("a curve ends with the present hour, and hours since the newest metrics have no data", () => {
  const hours = Array.from({ length: CURVE_HOURS }, (_, hour) => (hour < 6 ? null : hour * 100));
  expect(readSolarCurve(store(hours), AT, AT)).toEqual(hours);
  expect(readSolarCurve(store(hours), AT, AT + 2 * HOUR_MS)).toEqual([
    ...hours.slice(2),
    null,
    null,
  ]);
  expect(readSolarCurve(store(hours), AT, AT + 24 * HOUR_MS)).toBeNull();
  expect(readSolarCurve(store(hours.map(() => null)), AT, AT)).toBeNull();
  expect(readSolarCurve(null, AT, AT)).toBeNull();
  expect(readSolarCurve(store(hours), null, AT)).toBeNull();
});

test("levels are relative to the peak, and an hour without data is not one without sun", () => {
  expect(levelsOf([null, 0, 500, 1000])).toEqual({ levels: "-0iz", peak: 1000 });
  expect(levelsOf([0, null])).toEqual({ levels: "0-", peak: 0 });
});

test("an outline has steps of an hour from the ground to the peak", () => {
  expect(outlineOf("-".repeat(12) + "z".repeat(12))).toBe(
    "polygon(0 100%,0% 100%,50% 100%,50% 0%,100% 0%,100% 100%)",
  );
  const hours = fc.array(fc.option(fc.nat(9_000)), {
    minLength: CURVE_HOURS,
    maxLength: CURVE_HOURS,
  });
  fc.assert(
    fc.property(hours, (watts) => {
      expect(outlineOf(levelsOf(watts).levels)).toMatch(/^polygon\((\d+(\.\d)?%? \d+%,?)+\)$/);
    }),
  );
});

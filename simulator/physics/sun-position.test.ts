import { expect, test } from "vitest";
import { locateSun } from "./sun-position.ts";

test("the sun stands where the worked example of NREL's Solar Position Algorithm has it", () => {
  // Reda and Andreas, NREL/TP-560-34302, appendix A.5: zenith 50.11162°, azimuth 194.34024°.
  const sun = locateSun(Date.UTC(2003, 9, 17, 19, 30, 30), 39.742476, -105.1786);
  expect(90 - sun.elevation).toBeCloseTo(50.1116, 1);
  expect(sun.azimuth).toBeCloseTo(194.3402, 1);
});

test("at the June solstice the noon sun stands in the zenith of the Tropic of Cancer", () => {
  const sun = locateSun(Date.UTC(2026, 5, 21, 12, 2), 23.44, 0);
  expect(sun.elevation).toBeGreaterThan(89.5);
});

test("in Tromsø the sun never rises in December and never sets in June", () => {
  const hours = Array.from({ length: 24 }, (_, hour) => hour);
  const elevations = (month: number) =>
    hours.map((hour) => locateSun(Date.UTC(2026, month, 21, hour), 69.65, 18.96).elevation);
  expect(Math.max(...elevations(11))).toBeLessThan(0);
  expect(Math.min(...elevations(5))).toBeGreaterThan(0);
});

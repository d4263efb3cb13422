import { expect, test } from "vitest";
import { beaufortOf, meanWind, windDirectionOf } from "./wind.ts";

test("an angle belongs to the nearest of eight directions, all the way round", () => {
  for (const [degrees, direction] of [
    [0, "N"],
    [22, "N"],
    [23, "NE"],
    [90, "E"],
    [135, "SE"],
    [180, "S"],
    [225, "SW"],
    [270, "W"],
    [315, "NW"],
    [338, "N"],
    [360, "N"],
    [-90, "W"],
  ] as const)
    expect(windDirectionOf(degrees), String(degrees)).toBe(direction);
});

test("the Beaufort scale goes from calm to hurricane by its bounds in km/h", () => {
  const bounds = [1, 6, 12, 20, 29, 39, 50, 62, 75, 89, 103, 118];
  bounds.forEach((kmh, number) => {
    expect(beaufortOf(kmh - 0.1)).toBe(number);
    expect(beaufortOf(kmh)).toBe(number + 1);
  });
  expect(beaufortOf(0)).toBe(0);
  expect(beaufortOf(300)).toBe(12);
});

test("wind of several hours blows from where most of it came, across north, too", () => {
  const mean = meanWind([
    { kmh: 20, degrees: 350 },
    { kmh: 20, degrees: 10 },
  ]);
  expect(mean?.kmh).toBe(20);
  expect(windDirectionOf(mean?.degrees ?? 180)).toBe("N");
  const stronger = meanWind([
    { kmh: 30, degrees: 90 },
    { kmh: 10, degrees: 270 },
  ]);
  expect(stronger).toEqual({ kmh: 20, degrees: expect.closeTo(90) });
  expect(meanWind([])).toBeNull();
});

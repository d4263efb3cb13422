import { expect, test } from "vitest";
import { isNightAt, nightCause, sunElevation } from "./night.ts";

const QUARTER = 900_000;
const MUNICH = { latitude: 48.1, longitude: 11.6 };
const TROMSO = { latitude: 69.6, longitude: 18.9 };

// Elevations by suncalc 2 (BSD-2-Clause), which adds refraction.
test.each([
  ["2026-06-21T12:00:00Z", 48.1, 11.6, 63.81],
  ["2026-12-21T08:00:00Z", 48.1, 11.6, 6.72],
  ["2026-03-20T00:00:00Z", -33.9, 151.2, 45.74],
])("the elevation of the sun at %s, %s, %s is %s°", (at, latitude, longitude, expected) => {
  const difference = sunElevation(Date.parse(at), latitude, longitude) - expected;
  expect(Math.abs(difference)).toBeLessThan(0.2);
});

test("the night lasts from a low sun to a low sun", () => {
  const midnight = Date.parse("2026-03-20T23:00:00Z");
  const night = nightCause(midnight, MUNICH);
  expect(night?.startTime).toBeLessThan(Date.parse("2026-03-20T17:30:00Z"));
  expect(night?.endTime).toBeGreaterThan(Date.parse("2026-03-21T05:00:00Z"));
  expect(isNightAt((night?.startTime ?? 0) - QUARTER, MUNICH)).toBe(false);
  expect(isNightAt(night?.endTime ?? 0, MUNICH)).toBe(false);
  expect(nightCause(Date.parse("2026-03-20T12:00:00Z"), MUNICH)).toBeNull();
});

test("a polar night has no end, and a polar day no night", () => {
  expect(nightCause(Date.parse("2026-12-21T11:00:00Z"), TROMSO)?.endTime).toBeNull();
  expect(nightCause(Date.parse("2026-06-21T21:00:00Z"), { latitude: 85, longitude: 0 })).toBeNull();
});

test("without coordinates the hours of the time zone decide", () => {
  const place = { timeZone: "Europe/Berlin" };
  expect(isNightAt(Date.parse("2026-06-21T01:00:00Z"), place)).toBe(true);
  expect(isNightAt(Date.parse("2026-06-21T10:00:00Z"), place)).toBe(false);
});

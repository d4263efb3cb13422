import { expect, test } from "vitest";
import { isNightHour, isNightIn } from "./night.ts";

test("the day is from six until the hour of eighteen is over", () => {
  const nights = Array.from({ length: 24 }, (_, hour) => hour).filter(isNightHour);
  expect(nights).toEqual([0, 1, 2, 3, 4, 5, 19, 20, 21, 22, 23]);
});

test.each([
  ["Europe/Berlin", "2026-01-10T04:59:59Z", true],
  ["Europe/Berlin", "2026-01-10T05:00:00Z", false],
  ["Europe/Berlin", "2026-01-10T17:59:59Z", false],
  ["Europe/Berlin", "2026-01-10T18:00:00Z", true],
  // In summer an hour earlier by UTC.
  ["Europe/Berlin", "2026-07-10T04:00:00Z", false],
  ["Europe/Berlin", "2026-07-10T03:59:59Z", true],
  // The morning on which the clocks go on.
  ["Europe/Berlin", "2026-03-29T03:59:59Z", true],
  ["Europe/Berlin", "2026-03-29T04:00:00Z", false],
  // A quarter of an hour counts.
  ["Asia/Kathmandu", "2026-05-01T00:14:59Z", true],
  ["Asia/Kathmandu", "2026-05-01T00:15:00Z", false],
  // Another date than that of UTC, either way.
  ["Pacific/Auckland", "2026-06-30T18:00:00Z", false],
  ["Pacific/Kiritimati", "2026-06-30T16:00:00Z", false],
  ["America/Los_Angeles", "2026-06-30T02:00:00Z", true],
  ["UTC", "2026-06-30T12:00:00Z", false],
])("in %s at %s it is night: %s", (zone, at, isNight) => {
  expect(isNightIn(zone, Date.parse(at))).toBe(isNight);
});

import fc from "fast-check";
import { expect, test } from "vitest";
import { DAY_MS, HOUR_MS } from "#domain/units/durations.ts";
import { fromLocalTime, toLocalTime } from "./local-time.ts";

const ZONES = [
  "Europe/London",
  "Asia/Kathmandu",
  "Australia/Adelaide",
  "Pacific/Apia",
  "America/Santiago",
];

test("local time is correct in half-hour and quarter-hour zones", () => {
  expect(toLocalTime(Date.UTC(2026, 10, 20, 12), "Australia/Darwin")).toMatchObject({
    hour: 21.5,
    weekday: 5,
  });
  expect(toLocalTime(Date.UTC(2026, 10, 20, 20), "Asia/Kathmandu")).toMatchObject({
    hour: 1.75,
    weekday: 6,
  });
});

test("an instant follows from its local time, except in the hour that autumn repeats", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...ZONES),
      fc.integer({ min: Date.UTC(2015, 0), max: Date.UTC(2035, 0) }),
      (zone, at) => {
        const { day, hour } = toLocalTime(at, zone);
        const back = fromLocalTime(day, Math.round(hour * HOUR_MS), zone);
        expect([at, at - HOUR_MS]).toContain(back);
      },
    ),
  );
});

test("the hour that spring leaves out is no instant, and autumn's repeated hour is its first", () => {
  const day = Date.UTC(2026, 2, 29) / DAY_MS;
  expect(fromLocalTime(day, 1.5 * HOUR_MS, "Europe/London")).toBeNull();
  const autumn = Date.UTC(2026, 9, 25) / DAY_MS;
  expect(fromLocalTime(autumn, 1.5 * HOUR_MS, "Europe/London")).toBe(Date.UTC(2026, 9, 25, 0, 30));
});

import fc from "fast-check";
import { expect, test } from "vitest";
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
        const back = fromLocalTime(day, Math.round(hour * 3_600_000), zone);
        expect([at, at - 3_600_000]).toContain(back);
      },
    ),
  );
});

test("the hour that spring leaves out is no instant, and autumn's repeated hour is its first", () => {
  const day = Date.UTC(2026, 2, 29) / 86_400_000;
  expect(fromLocalTime(day, 1.5 * 3_600_000, "Europe/London")).toBeNull();
  const autumn = Date.UTC(2026, 9, 25) / 86_400_000;
  expect(fromLocalTime(autumn, 1.5 * 3_600_000, "Europe/London")).toBe(
    Date.UTC(2026, 9, 25, 0, 30),
  );
});

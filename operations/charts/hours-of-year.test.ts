import fc from "fast-check";
import { expect, test } from "vitest";
import type { Quality } from "#domain/history/energy.ts";
import { listPeriods, parseDay, periodAt, startOfDay } from "#domain/history/local-days.ts";
import { DAY_MS, HOUR_MS } from "#domain/units/durations.ts";
import { arrangeHours } from "./hours-of-year.ts";

const yearIn = (timeZone: string, year: number) =>
  periodAt(timeZone, "year", startOfDay(timeZone, Date.UTC(year, 0) / DAY_MS));

/** Arranges energies that a function determines by the beginning and the length of each hour. */
function arrange(
  timeZone: string,
  span: { from: number; to: number },
  energyOf: (at: number, ms: number) => number | null = (_, ms) => ms / HOUR_MS,
  quality: Quality = "measured",
) {
  const hours = listPeriods(timeZone, "hour", span);
  const values = hours.map(({ from, to }) => energyOf(from, to - from));
  const known = values.map((value) => (value === null ? 0 : 1));
  const qualities = values.map((value) => (value === null ? null : quality));
  return arrangeHours({ values, coverages: known, qualities }, timeZone, span);
}
const dayOn = (found: ReturnType<typeof arrange>, date: string) =>
  found.days.find((one) => one.date === date);

test.each([
  [
    "Europe/Berlin",
    2026,
    [
      ["2026-03-29", 2, 0],
      ["2026-10-25", 2, 120],
    ],
  ],
  [
    "America/St_Johns",
    2026,
    [
      ["2026-03-08", 2, 0],
      ["2026-11-01", 1, 120],
    ],
  ],
  ["Asia/Kolkata", 2024, []],
  ["UTC", 2025, []],
  [
    "Australia/Lord_Howe",
    2026,
    [
      ["2026-04-05", 1, 90],
      ["2026-10-04", 2, 30],
    ],
  ],
] as const)(
  "every hour of %s in %i has its place, and unusual ones are named",
  (zone, year, unusual) => {
    const span = yearIn(zone, year);
    const found = arrange(zone, span, (_, ms) => ms / 60_000);
    expect(found.unusual).toEqual(
      unusual.map(([date, hour, minutes]) => ({ date, hour, minutes })),
    );
    expect(found.days).toHaveLength(year % 4 === 0 ? 366 : 365);
    // Each hour has as many Wh as it has minutes.
    for (const { date, hours } of found.days)
      for (const [hour, value] of hours.entries()) {
        const odd = unusual.find(([day, at]) => day === date && at === hour);
        expect(value).toBe(odd === undefined ? 60 : odd[2] || null);
      }
  },
);

test("values add up to the exact energy, and none differs from its hour by more than 1 Wh", () => {
  const span = { from: Date.parse("2026-10-24T22:00Z"), to: Date.parse("2026-10-26T23:00Z") };
  const energies = fc.array(fc.double({ min: 0, max: 5_000, noNaN: true }), {
    minLength: 49,
    maxLength: 49,
  });
  fc.assert(
    fc.property(energies, (values) => {
      const given = new Map<number, number>();
      const { days } = arrange("Europe/Berlin", span, (at) => {
        const value = values[(at - span.from) / HOUR_MS] ?? 0;
        given.set(at, value);
        return value;
      });
      const all = days.flatMap(({ hours }) => hours);
      const sum = all.reduce((total: number, value) => total + (value ?? 0), 0);
      const exact = [...given.values()].reduce((total, value) => total + value, 0);
      expect(Math.abs(sum - exact)).toBeLessThanOrEqual(0.5 + 1e-6);
      const second = days[1]?.hours ?? [];
      for (const [hour, value] of second.entries())
        expect(Math.abs((value ?? 0) - (values[25 + hour] ?? 0))).toBeLessThanOrEqual(1 + 1e-6);
    }),
  );
});

test("a missing hour is null and not zero, and an hour covered in part says so", () => {
  const zone = "Europe/Berlin";
  const from = startOfDay(zone, parseDay("2026-06-15") ?? 0);
  const span = { from, to: from + 13 * HOUR_MS };
  const found = arrange(zone, span, (at) => (at === from + HOUR_MS ? null : 0));
  expect(found.unusual).toEqual([]);
  expect(dayOn(found, "2026-06-15")).toEqual({
    date: "2026-06-15",
    hours: Array.from({ length: 24 }, (_, hour) => (hour === 1 || hour > 12 ? null : 0)),
  });
  const hours = listPeriods(zone, "hour", span);
  const partly = arrangeHours(
    {
      values: hours.map(() => 5),
      coverages: hours.map((_, place) => (place === 3 ? 0.504 : 1)),
      qualities: hours.map((_, place) => (place === 3 ? "filled" : "derived")),
    },
    zone,
    span,
  );
  const [day] = partly.days;
  expect(day?.coverage?.slice(2, 5)).toEqual([1, 0.5, 1]);
  expect(day?.quality?.slice(2, 5)).toEqual(["derived", "filled", "derived"]);
});

import fc from "fast-check";
import { expect, test } from "vitest";
import { formatLocalDay } from "../units/local-time.ts";
import { endOfDay } from "./end-of-day.ts";

test.each([
  ["2026-11-27", "UTC", "2026-11-28T00:00:00Z"],
  ["2026-11-27", "Europe/Berlin", "2026-11-27T23:00:00Z"],
  ["2026-07-03", "Europe/Berlin", "2026-07-03T22:00:00Z"],
  ["2026-11-27", "Asia/Kathmandu", "2026-11-27T18:15:00Z"],
  ["2026-11-27", "Pacific/Kiritimati", "2026-11-27T10:00:00Z"],
  // Midnight itself is left out, and comes twice.
  ["2017-10-14", "America/Sao_Paulo", "2017-10-15T03:00:00Z"],
  ["2018-02-17", "America/Sao_Paulo", "2018-02-18T03:00:00Z"],
])("%s in %s ends at %s", (day, zone, end) => {
  expect(new Date(endOfDay(day, zone)).toISOString()).toBe(new Date(end).toISOString());
});

test("the last moment of a day is on it, the next is on the next", () => {
  const day = fc
    .date({ min: new Date("2020-01-01"), max: new Date("2040-01-01"), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10));
  const zone = fc.constantFrom(
    "UTC",
    "Europe/Berlin",
    "America/New_York",
    "Australia/Lord_Howe",
    "America/Havana",
    "Asia/Beirut",
    "Africa/Cairo",
    "America/Asuncion",
    "Pacific/Auckland",
  );
  fc.assert(
    fc.property(day, zone, (which, where) => {
      const end = endOfDay(which, where);
      expect(formatLocalDay(end, where) > which).toBe(true);
      expect(formatLocalDay(end - 1, where) <= which).toBe(true);
    }),
    { numRuns: 300 },
  );
});

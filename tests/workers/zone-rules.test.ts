import { expect, test } from "vitest";
import { dayOf, startOfDay } from "#domain/history/local-days.ts";
import { formatLocalTime } from "#domain/units/local-time.ts";

test("local times in workerd follow the table and not its own release of the tz database", () => {
  const at = Date.UTC(2026, 11, 1, 4, 30);
  expect(formatLocalTime(at, "America/Winnipeg")).toBe("2026-11-30 23:30");
  expect(formatLocalTime(at, "America/Havana")).toBe("2026-12-01 00:30");
  expect(formatLocalTime(at, "Africa/Casablanca")).toBe("2026-12-01 04:30");
  expect(formatLocalTime(at, "America/Vancouver")).toBe("2026-11-30 21:30");
});

test("a site's day in workerd begins by the same clocks", () => {
  const noon = Date.UTC(2026, 11, 1, 18);
  const begin = startOfDay("America/Winnipeg", dayOf("America/Winnipeg", noon));
  expect(new Date(begin).toISOString()).toBe("2026-12-01T05:00:00.000Z");
});

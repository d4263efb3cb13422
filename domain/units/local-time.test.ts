import { expect, test } from "vitest";
import { formatLocalDay, formatLocalTime } from "./local-time.ts";

test("local time is that of the site's zone", () => {
  const at = Date.UTC(2026, 10, 20, 16, 5, 59);
  expect(formatLocalTime(at, "UTC")).toBe("2026-11-20 16:05");
  expect(formatLocalTime(at, "Australia/Adelaide")).toBe("2026-11-21 02:35");
  expect(formatLocalDay(at, "Australia/Adelaide")).toBe("2026-11-21");
});

test("midnight is hour 00", () => {
  expect(formatLocalTime(Date.UTC(2026, 0, 1), "UTC")).toBe("2026-01-01 00:00");
});

test("daylight saving is kept", () => {
  expect(formatLocalTime(Date.UTC(2026, 6, 1, 12), "Europe/Berlin")).toBe("2026-07-01 14:00");
  expect(formatLocalTime(Date.UTC(2026, 0, 1, 12), "Europe/Berlin")).toBe("2026-01-01 13:00");
});

import { expect, test } from "vitest";
import { formatDuration } from "./duration-text.ts";

test("a duration is formatted by its two largest units", () => {
  const format = (ms: number) => formatDuration(ms, "en");
  expect(format(400)).toBe("0.4 sec");
  expect(format(59_999)).toBe("59 sec");
  expect(format(60_000)).toBe("1 min");
  expect(format(3 * 3_600_000 + 20 * 60_000 + 59_000)).toBe("3 hr 20 min");
  expect(format(90_061_000)).toBe("1 day 1 hr");
  expect(format(40 * 86_400_000)).toBe("40 days");
});

test("Arabic durations have the digits of devices", () => {
  expect(formatDuration(7_200_000, "ar")).toMatch(/^[^٠-٩]+$/);
});

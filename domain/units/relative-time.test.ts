import fc from "fast-check";
import { expect, test } from "vitest";
import {
  type AgeText,
  distanceBetween,
  formatRelativeTime,
  nextChangeIn,
} from "./relative-time.ts";

const NOW = Date.UTC(2026, 10, 20, 12);
const english = new Intl.RelativeTimeFormat("en", { numeric: "always" });
const ageText: AgeText = (unit, count) => (count === 0 ? "now" : english.format(-count, unit));
const ago = (ms: number) => formatRelativeTime(NOW - ms, NOW, "Asia/Tokyo", ageText);
const [SECOND, MINUTE, HOUR, DAY] = [1e3, 6e4, 36e5, 864e5];

test.each([
  [0, "now"],
  [5 * SECOND, "5 seconds ago"],
  [59.9 * SECOND, "59 seconds ago"],
  [MINUTE, "1 minute ago"],
  [59.9 * MINUTE, "59 minutes ago"],
  [HOUR, "1 hour ago"],
  [23.9 * HOUR, "23 hours ago"],
  [DAY, "1 day ago"],
  [15 * DAY, "15 days ago"],
  [15 * DAY + 1, "2026-11-05"],
])("%d ms ago is shown as %s", (ms, text) => {
  expect(ago(ms)).toBe(text);
});

test("an instant ahead of us counts as now", () => {
  expect(ago(-5 * MINUTE)).toBe("now");
});

test("the date is that of the time zone", () => {
  const evening = Date.UTC(2026, 0, 31, 20);
  expect(formatRelativeTime(evening, NOW, "Asia/Tokyo", ageText)).toBe("2026-02-01");
});

test("the text holds until the next change and is another then", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 15 * DAY - 1 }), (past) => {
      const wait = nextChangeIn(NOW - past, NOW);
      expect(wait).not.toBeNull();
      const before = distanceBetween(NOW - past, NOW + (wait ?? 0) - 1);
      const after = distanceBetween(NOW - past, NOW + (wait ?? 0));
      expect(before).toEqual(distanceBetween(NOW - past, NOW));
      expect(after).not.toEqual(before);
    }),
    { verbose: true },
  );
});

import { expect, test } from "vitest";
import { quickEnds } from "./quick-ends.ts";

test.each([
  ["a Sunday", "2026-11-22", ["2026-11-27", "2026-11-29", "2026-12-22"]],
  ["a Thursday", "2026-11-26", ["2026-11-27", "2026-12-03", "2026-12-26"]],
  ["a Friday", "2026-11-27", ["2026-11-29", "2026-12-04", "2026-12-27"]],
  ["a Saturday", "2026-11-28", ["2026-11-29", "2026-12-05", "2026-12-28"]],
  ["the last day of a long month", "2027-01-31", ["2027-02-05", "2027-02-07", "2027-02-28"]],
])("on %s a right can end the next Friday or Sunday, in a week, in a month", (_, today, days) => {
  expect(quickEnds(today).map(({ day }) => day)).toEqual(days);
});

test("an invalid day offers no end", () => {
  expect(quickEnds("tomorrow")).toEqual([]);
});

import { expect, test } from "vitest";
import { isShorter, yearsBefore } from "./retention-dates.ts";

test("less is kept where a number of years takes the place of more, or of all", () => {
  expect(isShorter(5, null)).toBe(true);
  expect(isShorter(1, 2)).toBe(true);
  expect(isShorter(2, 2)).toBe(false);
  expect(isShorter(10, 5)).toBe(false);
  expect(isShorter(null, 5)).toBe(false);
});

test("years are counted by the calendar", () => {
  expect(yearsBefore(Date.UTC(2026, 10, 22, 18), 5)).toBe(Date.UTC(2021, 10, 22, 18));
  expect(yearsBefore(Date.UTC(2028, 1, 29), 1)).toBe(Date.UTC(2027, 2, 1));
});

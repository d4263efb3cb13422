import fc from "fast-check";
import { expect, test } from "vitest";
import { contains, DAY_MINUTES, findConflicts, type WeekInterval } from "./week-intervals.ts";
import { DAYS_PER_WEEK, daysOf, EVERY_DAY, hasDay, maskOf, toggleDay } from "./week-mask.ts";

const at = (hour: number, minute = 0) => hour * 60 + minute;
const daily = (start: number, end: number, days = EVERY_DAY): WeekInterval => ({
  start,
  end,
  days,
});

test("intervals that only meet do not conflict, and a minute more does", () => {
  expect(findConflicts([daily(at(6), at(9)), daily(at(9), at(12))])).toEqual([]);
  expect(findConflicts([daily(at(6), at(9, 1)), daily(at(9), at(12))])).toEqual([[0, 1]]);
});

test("an interval through midnight reaches into the next day, on Sunday into Monday", () => {
  const night = daily(at(22), at(6), maskOf([6]));
  expect(contains(night, 0, at(5, 59))).toBe(true);
  expect(contains(night, 0, at(6))).toBe(false);
  expect(contains(night, 1, at(5))).toBe(false);
  expect(findConflicts([night, daily(at(5), at(7), maskOf([0]))])).toEqual([[0, 1]]);
  expect(findConflicts([night, daily(at(5), at(7), maskOf([1]))])).toEqual([]);
});

test("a whole day ends at 1440, and rows that are not used conflict with nothing", () => {
  expect(contains(daily(0, DAY_MINUTES), 3, DAY_MINUTES - 1)).toBe(true);
  expect(findConflicts([daily(0, DAY_MINUTES), daily(0, 0), daily(at(3), at(4), 0)])).toEqual([]);
});

test("a mask has Monday in bit 0 and Sunday in bit 6", () => {
  expect(maskOf([0])).toBe(1);
  expect(maskOf([6])).toBe(64);
  expect(daysOf(EVERY_DAY)).toEqual([0, 1, 2, 3, 4, 5, 6]);
  fc.assert(
    fc.property(fc.integer({ min: 0, max: EVERY_DAY }), fc.nat(6), (mask, day) => {
      expect(maskOf(daysOf(mask))).toBe(mask);
      expect(hasDay(toggleDay(mask, day), day)).toBe(!hasDay(mask, day));
      expect(toggleDay(toggleDay(mask, day), day)).toBe(mask);
    }),
  );
  expect(maskOf([-1, 7, 40].filter((day) => day >= DAYS_PER_WEEK && day < 32))).toBe(0);
});

/** Times in quarters of an hour, so that a brute-force search is short. */
const anyInterval = fc.record({
  start: fc.integer({ min: 0, max: 95 }).map((quarter) => quarter * 15),
  end: fc.integer({ min: 0, max: 96 }).map((quarter) => quarter * 15),
  days: fc.integer({ min: 0, max: EVERY_DAY }),
});

/** Whether an interval covers a quarter of the week, by its definition. */
function covers({ start, end, days }: WeekInterval, day: number, minute: number): boolean {
  if (start === end) return false;
  if (end > start) return hasDay(days, day) && minute >= start && minute < end;
  const before = (day + 6) % 7;
  return (hasDay(days, day) && minute >= start) || (hasDay(days, before) && minute < end);
}

test("two intervals conflict exactly where both cover a quarter of an hour of the week", () => {
  fc.assert(
    fc.property(anyInterval, anyInterval, (one, other) => {
      let both = false;
      for (let day = 0; day < 7; day++)
        for (let minute = 0; minute < DAY_MINUTES; minute += 15) {
          expect(contains(one, day, minute)).toBe(covers(one, day, minute));
          both ||= covers(one, day, minute) && covers(other, day, minute);
        }
      expect(findConflicts([one, other])).toEqual(both ? [[0, 1]] : []);
    }),
    { numRuns: 30 },
  );
});

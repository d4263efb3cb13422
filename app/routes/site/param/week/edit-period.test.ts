import fc from "fast-check";
import { expect, test } from "vitest";
import { contains, DAY_MINUTES, isUsed } from "#domain/settings/week-intervals.ts";
import { DAYS_PER_WEEK, EVERY_DAY } from "#domain/settings/week-mask.ts";
import {
  clearPeriod,
  lengthOf,
  moveDays,
  moveEnd,
  movePeriod,
  moveStart,
  rotateDays,
} from "./edit-period.ts";
import { blocksOf } from "./week-blocks.ts";

const MONDAY = 0b000_0001;
const SUNDAY = 0b100_0000;

test("a period moves through midnight to the neighbouring day, from Sunday to Monday too", () => {
  const late = { start: 1_425, end: 30, days: SUNDAY };
  expect(movePeriod(late, 15)).toEqual({ start: 0, end: 45, days: MONDAY });
  expect(movePeriod({ start: 0, end: 60, days: MONDAY }, -15)).toEqual({
    ...{ start: 1_425, end: 45, days: SUNDAY },
  });
  expect(moveDays(late, 1).days).toBe(MONDAY);
});

test("a period that ends at midnight ends at 24:00, not at 0:00 of the same day", () => {
  const evening = { start: 1_200, end: 1_425, days: EVERY_DAY };
  expect(moveEnd(evening, 15)).toEqual({ ...evening, end: DAY_MINUTES });
  expect(moveEnd(evening, 30)).toEqual({ ...evening, end: 15 });
});

test("a period keeps a duration, and does not last longer than a day", () => {
  const short = { start: 600, end: 615, days: EVERY_DAY };
  expect(moveEnd(short, -15)).toBeNull();
  expect(moveStart(short, 15)).toBeNull();
  expect(moveEnd({ start: 15, end: 0, days: EVERY_DAY }, 15)).toBeNull();
  expect(moveStart({ start: 15, end: DAY_MINUTES, days: EVERY_DAY }, -15)).toEqual({
    ...{ start: 0, end: DAY_MINUTES, days: EVERY_DAY },
  });
  expect(movePeriod({ start: 0, end: DAY_MINUTES, days: EVERY_DAY }, 15)).toBeNull();
});

test("a period that is cleared is not used", () => {
  expect(isUsed(clearPeriod({ start: 60, end: 120, days: EVERY_DAY }))).toBe(false);
});

const anyPeriod = fc
  .record({ start: fc.nat(DAY_MINUTES - 1), end: fc.nat(DAY_MINUTES), days: fc.nat(EVERY_DAY) })
  .filter(isUsed);
const anyStep = fc.integer({ min: -DAY_MINUTES, max: DAY_MINUTES });

test("a moved period contains exactly the moved minutes, and moving back restores it", () => {
  fc.assert(
    fc.property(anyPeriod, anyStep, fc.nat(7 * DAY_MINUTES - 1), (period, step, instant) => {
      const moved = movePeriod(period, step);
      if (moved === null) {
        expect(lengthOf(period)).toBe(DAY_MINUTES);
        return;
      }
      const before = (((instant - step) % (7 * DAY_MINUTES)) + 7 * DAY_MINUTES) % (7 * DAY_MINUTES);
      const at = (minute: number) =>
        [Math.floor(minute / DAY_MINUTES), minute % DAY_MINUTES] as const;
      expect(contains(moved, ...at(instant))).toBe(contains(period, ...at(before)));
      expect(lengthOf(moved)).toBe(lengthOf(period));
    }),
  );
});

test("the rectangles of a period cover exactly its minutes", () => {
  fc.assert(
    fc.property(
      anyPeriod,
      fc.nat(DAYS_PER_WEEK - 1),
      fc.nat(DAY_MINUTES - 1),
      (period, day, minute) => {
        const covering = blocksOf(period).filter(
          (block) =>
            day >= block.day &&
            day < block.day + block.days &&
            minute >= block.from &&
            minute < block.to,
        );
        expect(covering.length).toBe(contains(period, day, minute) ? 1 : 0);
      },
    ),
  );
});

test("a period through midnight has its start in one rectangle and its end in another", () => {
  expect(blocksOf({ start: 1_320, end: 360, days: SUNDAY | MONDAY })).toEqual([
    { from: 1_320, to: 1_440, day: 0, days: 1, hasStart: true, hasEnd: false, part: 0 },
    { from: 1_320, to: 1_440, day: 6, days: 1, hasStart: true, hasEnd: false, part: 1 },
    { from: 0, to: 360, day: 0, days: 2, hasStart: false, hasEnd: true, part: 2 },
  ]);
});

test("days rotate within the week", () => {
  expect(rotateDays(0b001_1111, 2)).toBe(0b111_1100);
  expect(rotateDays(MONDAY, -1)).toBe(SUNDAY);
});

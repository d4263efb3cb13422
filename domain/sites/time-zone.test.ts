import { expect, test } from "vitest";
import { offsetAt, offsetsOf } from "./time-zone.ts";
import { timeZoneName } from "./time-zone-name.ts";

const JANUARY = Date.UTC(2026, 0, 15);
const JULY = Date.UTC(2026, 6, 15);

test("offsets are hours ahead of UTC, daylight saving and half hours included", () => {
  expect(offsetAt("Europe/Berlin", JANUARY)).toBe(1);
  expect(offsetAt("Europe/Berlin", JULY)).toBe(2);
  expect(offsetAt("America/St_Johns", JANUARY)).toBe(-3.5);
  expect(offsetAt("Asia/Kathmandu", JULY)).toBe(5.75);
  expect(offsetAt("UTC", JULY)).toBe(0);
});

test("standard time is the lesser offset on both halves of the earth", () => {
  expect(offsetsOf("Europe/Berlin", JULY)).toEqual({ rawOffset: 1, dstOffset: 2 });
  expect(offsetsOf("Australia/Sydney", JULY)).toEqual({ rawOffset: 10, dstOffset: 11 });
  expect(offsetsOf("America/New_York", JANUARY)).toEqual({ rawOffset: -5, dstOffset: -4 });
  expect(offsetsOf("Africa/Lagos", JANUARY)).toEqual({ rawOffset: 1, dstOffset: 1 });
});

test("a time zone is a name that is known", () => {
  expect(timeZoneName.safeParse("Africa/Johannesburg").success).toBe(true);
  expect(timeZoneName.safeParse("Mars/Olympus").success).toBe(false);
});

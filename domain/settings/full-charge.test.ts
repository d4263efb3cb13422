import fc from "fast-check";
import { expect, test } from "vitest";
import { fullChargeWindowOf, isWithinWindow, minutesUntilWindow } from "./full-charge.ts";

test("a full charge runs from 19:00 to 07:00 on all-in-one devices, and at once on others", () => {
  const window = fullChargeWindowOf("10003");
  if (window === null) throw new Error("no window");
  expect(window).toEqual({ start: 1_140, end: 420 });
  expect(fullChargeWindowOf("10002")).toEqual(window);
  expect(fullChargeWindowOf("10001")).toBeNull();
  expect(fullChargeWindowOf("")).toBeNull();
  expect([1_139, 1_140, 0, 419, 420].map((minute) => isWithinWindow(window, minute))).toEqual([
    false,
    true,
    true,
    true,
    false,
  ]);
});

test("the waiting time ends within the window", () => {
  const anyMinute = fc.nat(1_439);
  fc.assert(
    fc.property(anyMinute, anyMinute, anyMinute, (start, end, minute) => {
      fc.pre(start !== end);
      const waiting = minutesUntilWindow({ start, end }, minute);
      expect(isWithinWindow({ start, end }, (minute + waiting) % 1_440)).toBe(true);
      if (waiting > 0)
        expect(isWithinWindow({ start, end }, (minute + waiting - 1) % 1_440)).toBe(false);
    }),
  );
});

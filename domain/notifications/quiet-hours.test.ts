import fc from "fast-check";
import { expect, test } from "vitest";
import { zoneOffsetAt } from "../history/zone-offsets.ts";
import { DAY_MS, MINUTE_MS } from "../units/durations.ts";
import oracle from "./oracles/alertmanager-time-intervals.json" with { type: "json" };
import { quietHours } from "./preferences.ts";
import { endOfQuiet, isQuiet, minutesOf, nextTimeOfDay } from "./quiet-hours.ts";

test.each(oracle.windows)("instants within and outside of $from to $to in $timeZone", (window) => {
  for (const text of window.within)
    expect(isQuiet(window, window.timeZone, Date.parse(text)), text).toBe(true);
  for (const text of window.outside)
    expect(isQuiet(window, window.timeZone, Date.parse(text)), text).toBe(false);
});

test.each(oracle.times)("$from to $to is valid: $valid", ({ from, to, valid }) => {
  expect(quietHours.safeParse({ from, to, weekdays: [1] }).success).toBe(valid);
});

const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];
const BERLIN = "Europe/Berlin";

test("a missing hour shortens quiet hours, and one that would end within it ends with it", () => {
  // In Berlin the clocks go from 02:00 to 03:00 on March 29, 2026, at 01:00 UTC.
  const at = Date.parse("2026-03-28T23:30Z");
  const hours = { from: "23:00", to: "02:30", weekdays: EVERY_DAY };
  expect(endOfQuiet(hours, BERLIN, at)).toBe(Date.parse("2026-03-29T01:00Z"));
  const until7 = { ...hours, to: "07:00" };
  expect(endOfQuiet(until7, BERLIN, at)).toBe(Date.parse("2026-03-29T05:00Z"));
});

test("a repeated hour does not interrupt quiet hours: they end with its last pass", () => {
  // In Berlin the clocks go from 03:00 to 02:00 on October 25, 2026, at 01:00 UTC.
  const hours = { from: "23:00", to: "02:30", weekdays: EVERY_DAY };
  const within = ["2026-10-25T00:15Z", "2026-10-25T00:45Z", "2026-10-25T01:15Z"].map(Date.parse);
  for (const at of within) {
    expect(isQuiet(hours, BERLIN, at)).toBe(true);
    expect(endOfQuiet(hours, BERLIN, at)).toBe(Date.parse("2026-10-25T01:30Z"));
  }
  const fromWithin = { ...hours, from: "02:30", to: "06:00" };
  for (const at of within.slice(1)) expect(isQuiet(fromWithin, BERLIN, at)).toBe(true);
  expect(isQuiet(fromWithin, BERLIN, within[0] ?? 0)).toBe(false);
});

test("the weekday is that on which the window begins", () => {
  const hours = { from: "22:00", to: "06:00", weekdays: [5] };
  const quiet = (text: string) => isQuiet(hours, "UTC", Date.parse(text));
  expect(["2026-11-27T23:00Z", "2026-11-28T05:59Z"].map(quiet)).toEqual([true, true]);
  expect(["2026-11-27T05:59Z", "2026-11-28T23:00Z", "2026-11-28T06:00Z"].map(quiet)).toEqual([
    false,
    false,
    false,
  ]);
});

const zone = fc.constantFrom(
  BERLIN,
  "Australia/Sydney",
  "Australia/Lord_Howe",
  "America/St_Johns",
  "Africa/Casablanca",
  "Asia/Kathmandu",
  "Pacific/Apia",
  "UTC",
);
const timeText = fc
  .integer({ min: 0, max: 1_439 })
  .map((minute) => new Date(minute * MINUTE_MS).toISOString().slice(11, 16));
const window = fc
  .record({
    from: timeText,
    to: timeText,
    weekdays: fc.subarray(EVERY_DAY, { minLength: 1 }),
  })
  .filter(({ from, to }) => from !== to);
const instant = fc
  .integer({ min: Date.UTC(2024, 0) / MINUTE_MS, max: Date.UTC(2028, 0) / MINUTE_MS })
  .map((minute) => minute * MINUTE_MS);

test("the end of quiet hours is the first minute that is outside of them", () => {
  fc.assert(
    fc.property(window, zone, instant, (hours, timeZone, at) => {
      const end = endOfQuiet(hours, timeZone, at);
      expect(end).toBeLessThanOrEqual(at + 2 * DAY_MS);
      expect(isQuiet(hours, timeZone, end)).toBe(false);
      for (let time = at; time < end; time += 7 * MINUTE_MS)
        expect(isQuiet(hours, timeZone, time)).toBe(true);
      if (end > at) expect(isQuiet(hours, timeZone, end - MINUTE_MS)).toBe(true);
    }),
    { numRuns: 300 },
  );
});

test("the next time of day is within two days, and shows that time unless the clocks skip it", () => {
  fc.assert(
    fc.property(timeText, zone, instant, (time, timeZone, at) => {
      const next = nextTimeOfDay(time, timeZone, at);
      expect(next).toBeGreaterThanOrEqual(at);
      expect(next).toBeLessThanOrEqual(at + 2 * DAY_MS);
      const local = next + zoneOffsetAt(timeZone, next);
      const shown = (local % DAY_MS) / MINUTE_MS;
      const isSkipped = zoneOffsetAt(timeZone, next - 1) !== zoneOffsetAt(timeZone, next);
      expect(shown === minutesOf(time) || isSkipped).toBe(true);
    }),
    { numRuns: 300 },
  );
});

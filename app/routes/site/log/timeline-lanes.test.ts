import { expect, test } from "vitest";
import { HOUR_MS, MINUTE_MS } from "#domain/units/durations.ts";
import { type Episode, timelineLanes, timelineSpan, timelineTicks } from "./timeline-lanes.ts";

const NOON = Date.UTC(2026, 5, 1, 12);
const row = (logId: number, more: Partial<Episode> = {}): Episode => ({
  logId,
  deviceName: "Battery",
  address: "AA0001",
  startTime: NOON - HOUR_MS,
  endTime: NOON - HOUR_MS / 2,
  ...more,
});

test("the axis covers all shown alarms, and open ones until now", () => {
  const rows = [row(1, { startTime: NOON - 10 * HOUR_MS }), row(2, { endTime: null })];
  const { from, to } = timelineSpan(rows, {}, NOON);
  expect(from).toBeLessThan(NOON - 10 * HOUR_MS);
  expect(to).toBeGreaterThan(NOON);
});

test("a chosen period is drawn in full, but not the future", () => {
  const period = { from: NOON - 100 * HOUR_MS, to: NOON + 100 * HOUR_MS };
  const { from, to } = timelineSpan([row(1)], period, NOON);
  expect(from).toBeLessThan(period.from);
  expect(to).toBeGreaterThan(NOON);
  expect(to).toBeLessThan(NOON + 10 * HOUR_MS);
});

test("an alarm without a duration has an axis, too", () => {
  const { from, to } = timelineSpan([row(1, { startTime: NOON, endTime: NOON })], {}, NOON);
  expect(to - from).toBeGreaterThanOrEqual(MINUTE_MS);
});

test("registers of one device share a lane, and bars stay within the axis", () => {
  const rows = [
    row(1, { address: "AA00010101", endTime: null }),
    row(2, { address: "AA00010102", startTime: NOON - 100 * HOUR_MS }),
    row(3, { address: "BB0001", deviceName: "Charger" }),
  ];
  const span = timelineSpan(rows, { from: NOON - 2 * HOUR_MS }, NOON);
  const lanes = timelineLanes(rows, span, NOON);
  expect(lanes.map(({ levels, bars }) => [levels, bars.map(({ row }) => row.logId)])).toEqual([
    [2, [2, 1]],
    [1, [3]],
  ]);
  for (const { from, length } of lanes.flatMap(({ bars }) => bars)) {
    expect(from).toBeGreaterThanOrEqual(0);
    expect(from + length).toBeLessThanOrEqual(1);
  }
});

test.each([
  ["UTC", 3 * MINUTE_MS],
  ["Europe/Berlin", 7 * HOUR_MS],
  ["Asia/Kathmandu", 40 * HOUR_MS],
  ["America/New_York", 400 * 24 * HOUR_MS],
])("the axis has a few labels in ascending order: %s", (timeZone, length) => {
  const ticks = timelineTicks({ from: NOON - length, to: NOON }, timeZone);
  expect(ticks.length).toBeGreaterThan(0);
  expect(ticks.length).toBeLessThanOrEqual(9);
  expect(ticks.map(({ at }) => at)).toEqual(ticks.map(({ at }) => at).toSorted((a, b) => a - b));
  for (const { text } of ticks) expect(text).toMatch(/^\d\d:\d\d$|^\d{4}-\d\d-\d\d$/);
});

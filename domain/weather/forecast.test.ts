import { expect, test } from "vitest";
import { HOUR_MS } from "../units/durations.ts";
import { daysFrom, type Forecast, isNightThere, roundPosition } from "./forecast.ts";

const half = { condition: null, wind: null };
const day = (date: string) => ({
  date,
  tempMin: null,
  tempMax: null,
  humidity: null,
  day: half,
  night: half,
});
const there = (offsetHours: number): Forecast => ({
  offsetMs: offsetHours * HOUR_MS,
  now: { temperature: null, clouds: null, condition: null },
  days: ["2026-11-21", "2026-11-22", "2026-11-23", "2026-11-24"].map(day),
});
const datesAt = (offsetHours: number, at: string) =>
  daysFrom(there(offsetHours), Date.parse(at)).map(({ date }) => date.slice(-2));

test("three days are shown, from today on by the clock of the place", () => {
  expect(datesAt(0, "2026-11-21T12:00:00Z")).toEqual(["21", "22", "23"]);
  expect(datesAt(1, "2026-11-21T22:59:59Z")).toEqual(["21", "22", "23"]);
});

test("a forecast kept over midnight begins with the new day", () => {
  expect(datesAt(1, "2026-11-21T23:00:00Z")).toEqual(["22", "23", "24"]);
  expect(datesAt(-8, "2026-11-22T07:59:00Z")).toEqual(["21", "22", "23"]);
  expect(datesAt(-8, "2026-11-22T08:00:00Z")).toEqual(["22", "23", "24"]);
});

test("night is computed by the local clock", () => {
  const noon = Date.parse("2026-11-21T12:00:00Z");
  expect(
    [0, 5.75, 6, 7, 12, -6, -6.5, -7].map((hours) => isNightThere(there(hours), noon)),
  ).toEqual([false, false, false, true, true, false, true, true]);
});

test("neighbours are at the same position, and nothing is minus zero", () => {
  expect(roundPosition({ latitude: 53.5461, longitude: 9.9937 })).toEqual({
    latitude: 53.5,
    longitude: 10,
  });
  expect(roundPosition({ latitude: -0.04, longitude: -179.96 })).toEqual({
    latitude: 0,
    longitude: -180,
  });
});

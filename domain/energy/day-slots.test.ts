import { expect, test } from "vitest";
import { startOfDay } from "../history/local-days.ts";
import { DAY_MS, QUARTER_MS } from "../units/durations.ts";
import { DAY_SLOTS, slotsOfDay } from "./day-slots.ts";

const ZONE = "Europe/Berlin";
const quartersOf = (from: number, until: number) =>
  Array.from({ length: (until - from) / QUARTER_MS }, (_, index) => from + index * QUARTER_MS);

function slotsOn(date: string, powerOf = (index: number) => index) {
  const day = Date.parse(date) / DAY_MS;
  const [from, until] = [startOfDay(ZONE, day), startOfDay(ZONE, day + 1)];
  const at = quartersOf(from - DAY_MS, until + DAY_MS);
  const value = at.map((instant) => powerOf((instant - from) / QUARTER_MS));
  return slotsOfDay(ZONE, { at, value }, from, until);
}

test("a day has its own quarters of an hour, from midnight to midnight", () => {
  expect(slotsOn("2026-06-15")).toEqual(Array.from({ length: DAY_SLOTS }, (_, index) => index));
});

test("the hour that the clocks skip has no value, and later ones keep their time", () => {
  const slots = slotsOn("2026-03-29");
  expect(slots.slice(7, 13)).toEqual([7, null, null, null, null, 8]);
  expect(slots.at(-1)).toBe(91);
});

test("the hour that the clocks repeat is averaged", () => {
  const slots = slotsOn("2026-10-25");
  expect(slots.slice(7, 13)).toEqual([7, 10, 11, 12, 13, 16]);
  expect(slots.at(-1)).toBe(99);
});

test("texts and times without a point have no value", () => {
  expect(
    slotsOfDay("UTC", { at: [0, QUARTER_MS], value: ["on", 5] }, 0, DAY_MS).slice(0, 3),
  ).toEqual([null, 5, null]);
});

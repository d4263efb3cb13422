import { expect, test } from "vitest";
import { CLICKS_TO_OPEN, countClick, NO_CLICKS } from "./click-count.ts";

const countOf = (instants: readonly number[]) =>
  instants.reduce((clicks, at) => countClick(clicks, at), NO_CLICKS).count;

test("ten clicks, each within a second of the one before, are ten", () => {
  const instants = Array.from({ length: 10 }, (_, place) => place * 999);
  expect(countOf(instants)).toBe(CLICKS_TO_OPEN);
});

test("the count restarts after a second", () => {
  expect(countOf([0, 100, 200, 1_200])).toBe(1);
  expect(countOf([0, 100, 200, 1_199, 1_300])).toBe(5);
  expect(countOf([5_000])).toBe(1);
});

import { expect, test } from "vitest";
import { MAX_ATTEMPTS, retryDelay, usefulUntil } from "./attempts.ts";

const waits = (template: string, chance: number) =>
  Array.from({ length: MAX_ATTEMPTS - 1 }, (_, index) => retryDelay(template, index + 1, chance));

test("the attempts of an e-mail spread over about a day, each wait at least as long as the one before", () => {
  const hours = waits("activate", 0.5).reduce((sum, wait) => sum + wait, 0) / 3_600_000;
  expect(hours).toBeGreaterThan(23);
  expect(hours).toBeLessThan(26);
  expect(waits("activate", 0.5)).toEqual(waits("activate", 0.5).toSorted((a, b) => a - b));
});

test("chance moves a wait by a quarter", () => {
  expect(retryDelay("activate", 1, 0)).toBe(45_000);
  expect(retryDelay("activate", 1, 1)).toBe(75_000);
});

test("a code is tried every minute while it is valid, and not after", () => {
  expect(new Set(waits("registerCode", 0.5))).toEqual(new Set([60_000]));
  expect(usefulUntil("registerCode", 1_000)).toBe(601_000);
  expect(usefulUntil("activate", 1_000)).toBe(Number.POSITIVE_INFINITY);
});

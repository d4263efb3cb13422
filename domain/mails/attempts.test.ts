import { expect, test } from "vitest";
import { LINK_LIFETIME_MS, LINK_PURPOSES } from "../users/codes.ts";
import { MAX_ATTEMPTS, retryDelay, usefulUntil } from "./attempts.ts";

const waits = (template: string, chance: number) =>
  Array.from({ length: MAX_ATTEMPTS - 1 }, (_, index) => retryDelay(template, index + 1, chance));

test("the attempts of an e-mail spread over about a day, each wait at least as long as the one before", () => {
  const hours = waits("accountDeleted", 0.5).reduce((sum, wait) => sum + wait, 0) / 3_600_000;
  expect(hours).toBeGreaterThan(23);
  expect(hours).toBeLessThan(26);
  expect(waits("accountDeleted", 0.5)).toEqual(
    waits("accountDeleted", 0.5).toSorted((a, b) => a - b),
  );
});

test("chance moves a wait by a quarter", () => {
  expect(retryDelay("accountDeleted", 1, 0)).toBe(45_000);
  expect(retryDelay("accountDeleted", 1, 1)).toBe(75_000);
});

test("a link is not sent when it leads nowhere any more", () => {
  for (const purpose of LINK_PURPOSES)
    expect(usefulUntil(purpose, 1_000)).toBe(1_000 + LINK_LIFETIME_MS[purpose]);
});

test("a code is tried every minute while it is valid, and not after", () => {
  expect(new Set(waits("registerCode", 0.5))).toEqual(new Set([60_000]));
  expect(usefulUntil("registerCode", 1_000)).toBe(601_000);
  expect(usefulUntil("accountDeleted", 1_000)).toBe(Number.POSITIVE_INFINITY);
});

import { expect, test } from "vitest";
import { nextWebhookAttempt, WEBHOOK_LIFETIME_MS } from "./webhook-attempts.ts";

const HOUR_MS = 3_600_000;

function attemptsOf(chance: number, retryAfter = 0): number[] {
  const times: number[] = [];
  let at: number | null = 0;
  for (let attempts = 1; at !== null; attempts += 1) {
    times.push(at);
    at = nextWebhookAttempt({ createdAt: 0, attempts }, at, { chance, retryAfter });
  }
  return times;
}

test("a delivery is repeated for almost a day and never after it", () => {
  for (const chance of [0, 0.5, 1]) {
    const times = attemptsOf(chance);
    expect(times).toHaveLength(10);
    expect(times.at(-1)).toBeGreaterThan(21 * HOUR_MS);
    expect(times.at(-1)).toBeLessThan(WEBHOOK_LIFETIME_MS);
  }
});

test("a receiver that requires a longer delay gets it, up to the end of the day", () => {
  expect(attemptsOf(0, 7_200).slice(0, 3)).toEqual([0, 2 * HOUR_MS, 4 * HOUR_MS]);
  expect(attemptsOf(0, 90_000)).toEqual([0]);
});

import { expect, test } from "vitest";
import { MINUTE_MS } from "#domain/units/durations.ts";
import { enforceShareRateLimit } from "./share-rate-limit.ts";

function clockAt(at: number) {
  const held: number[] = [];
  const clock = {
    at,
    held,
    now: () => clock.at,
    pause: async (ms: number) => {
      held.push(ms);
    },
  };
  return clock;
}

async function count(session: string, requests: number, clock: ReturnType<typeof clockAt>) {
  const asked = Array.from({ length: requests }, () => enforceShareRateLimit(session, clock));
  const outcomes = await Promise.allSettled(asked);
  return outcomes.filter(({ status }) => status === "fulfilled").length;
}

test("a session of a link has a burst of requests, then some a second, and waits for a refusal", async () => {
  const clock = clockAt(1_790_000_000_000);
  expect(await count("one", 300, clock)).toBe(200);
  expect(clock.held).toEqual(Array.from({ length: 100 }, () => 1_000));
  await expect(enforceShareRateLimit("one", clock)).rejects.toMatchObject({
    code: "tooFast",
    details: { retryAfter: 1 },
  });
  expect(await count("another", 50, clock)).toBe(50);
  clock.at += 2_000;
  expect(await count("one", 300, clock)).toBe(40);
});

test("a clock that steps back gives nothing", async () => {
  const clock = clockAt(1_790_000_000_000);
  expect(await count("back", 300, clock)).toBe(200);
  clock.at -= MINUTE_MS;
  expect(await count("back", 10, clock)).toBe(0);
});

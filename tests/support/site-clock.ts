import { vi } from "vitest";
import { systemClock } from "#durable-objects/site/clock.ts";

/** Longer than any test takes, on however busy a machine. */
const AHEAD_MS = 3_600_000;

/**
 * The clock of all sites' objects in this file, which stands still until moved. Objects live in the isolate of their
 * tests, and so it outlives their eviction. It is ahead of the real time for the whole test, so that no alarm rings by
 * itself: one second ahead was not enough where a test took longer than the time by which it had moved the clock. What
 * happens by chance does not happen: it would be a row more once in some hundred runs.
 */
export function freezeSiteClock(at = Date.now() + AHEAD_MS) {
  let now = at;
  const spies = [
    vi.spyOn(systemClock, "now").mockImplementation(() => now),
    vi.spyOn(systemClock, "random").mockReturnValue(1 - Number.EPSILON),
  ];
  return {
    now: () => now,
    forward(ms: number): number {
      now += ms;
      return now;
    },
    release() {
      for (const spy of spies) spy.mockRestore();
    },
  };
}

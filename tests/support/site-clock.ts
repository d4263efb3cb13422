import { vi } from "vitest";
import { systemClock } from "#durable-objects/site/clock.ts";

/**
 * The clock of all sites' objects in this file, which stands still until moved. Objects live in the isolate of their
 * tests, and so it outlives their eviction. It only goes forward from the real time, so that no alarm rings by itself.
 */
export function freezeSiteClock(at = Date.now() + 1000) {
  let now = at;
  const spy = vi.spyOn(systemClock, "now").mockImplementation(() => now);
  return {
    now: () => now,
    forward(ms: number): number {
      now += ms;
      return now;
    },
    release: () => spy.mockRestore(),
  };
}

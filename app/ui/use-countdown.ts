import { useLayoutEffect, useState } from "react";
import { SECOND_MS } from "#domain/units/durations.ts";

/**
 * Seconds that are left; 0 on the server and without scripts.
 * @param since identifies the countdown, which starts again when it changes; null for none
 */
export function useCountdown(since: unknown, seconds: number): number {
  const [left, setLeft] = useState(0);
  // Before the browser paints, which would show 0 for a frame.
  useLayoutEffect(() => {
    const until = performance.now() + (since === null ? 0 : seconds * SECOND_MS);
    const tick = () => setLeft(Math.max(0, Math.ceil((until - performance.now()) / SECOND_MS)));
    tick();
    if (since === null) return;
    const timer = setInterval(tick, SECOND_MS);
    return () => clearInterval(timer);
  }, [since, seconds]);
  return left;
}

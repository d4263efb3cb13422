import { useEffect, useState } from "react";

/**
 * Seconds that are left; 0 on the server and without scripts.
 * @param since start of the countdown: null for none
 */
export function useCountdown(since: unknown, seconds: number): number {
  const [left, setLeft] = useState(0);
  useEffect(() => {
    const until = performance.now() + (since === null ? 0 : seconds * 1000);
    const tick = () => setLeft(Math.max(0, Math.ceil((until - performance.now()) / 1000)));
    tick();
    if (since === null) return;
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, [since, seconds]);
  return left;
}

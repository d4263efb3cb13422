import { useEffect, useState } from "react";

const EVERY_MS = 60_000;

/**
 * Server time to the minute, ms UTC, while the page stands.
 * @param serverNow the server's clock when it made the page
 */
export function useServerNow(serverNow: number): number {
  const [elapsed, setElapsed] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new reading of the server's clock starts over
  useEffect(() => {
    const start = performance.now();
    setElapsed(0);
    const timer = setInterval(() => setElapsed(performance.now() - start), EVERY_MS);
    return () => clearInterval(timer);
  }, [serverNow]);
  return Math.floor((serverNow + elapsed) / EVERY_MS) * EVERY_MS;
}

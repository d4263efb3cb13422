import { useEffect, useState } from "react";
import { nextChangeIn } from "#domain/units/relative-time.ts";

/**
 * Server time, ms UTC, updated whenever the relative time ("3 minutes ago") of one of the instants changes; one timer
 * serves a whole list.
 * @param serverNow the server's clock when it rendered the page, so that hydration shows the same text
 * @param instants ms UTC; the same array while they are equal
 */
export function useClock(serverNow: number, instants: readonly number[]): number {
  const [elapsed, setElapsed] = useState(0);
  useEffect(() => {
    const start = performance.now();
    setElapsed(0);
    let timer: ReturnType<typeof setTimeout>;
    const schedule = () => {
      const now = serverNow + performance.now() - start;
      const changes = instants.map((at) => nextChangeIn(at, now) ?? Number.POSITIVE_INFINITY);
      const wait = Math.min(...changes);
      if (wait === Number.POSITIVE_INFINITY) return;
      timer = setTimeout(() => {
        setElapsed(performance.now() - start);
        schedule();
      }, wait + 20);
    };
    schedule();
    return () => clearTimeout(timer);
  }, [instants, serverNow]);
  return serverNow + elapsed;
}

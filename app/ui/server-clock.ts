import { useEffect, useState } from "react";
import { nextChangeIn } from "#domain/units/relative-time.ts";

/** Time, ms, by which an update follows a change, so that it never comes before it. */
const SLACK_MS = 20;

/**
 * Starts a clock of the server, which does not depend on the browser's.
 * @param serverNow the server's clock at the start, ms UTC
 * @returns reads it in whole ms UTC
 */
function startServerClock(serverNow: number): () => number {
  const start = performance.now();
  return () => serverNow + Math.floor(performance.now() - start);
}

/**
 * Server time in whole ms UTC, updated at a fixed interval.
 * @param serverNow the server's clock when it rendered the page, so that hydration shows the same
 * @param resolutionMs interval of the updates
 * @param offset server time minus the browser's clock, ms; null until it is known
 */
export function useServerTime(
  serverNow: number,
  resolutionMs: number,
  offset: number | null = null,
): number {
  const [time, setTime] = useState(serverNow);
  useEffect(() => {
    const clock = offset === null ? startServerClock(serverNow) : () => Date.now() + offset;
    const update = () => setTime(clock());
    update();
    const timer = setInterval(update, resolutionMs);
    return () => clearInterval(timer);
  }, [serverNow, resolutionMs, offset]);
  return time;
}

/**
 * Server time, ms UTC, updated whenever the relative time ("3 minutes ago") of one of the instants changes; one timer
 * serves a whole list.
 * @param serverNow the server's clock when it rendered the page, so that hydration shows the same
 * @param instants ms UTC; the same array while they are equal
 */
export function useAgeTime(serverNow: number, instants: readonly number[]): number {
  const [time, setTime] = useState(serverNow);
  useEffect(() => {
    const clock = startServerClock(serverNow);
    let timer: ReturnType<typeof setTimeout>;
    const update = () => {
      const now = clock();
      setTime(now);
      const changes = instants.map((at) => nextChangeIn(at, now) ?? Number.POSITIVE_INFINITY);
      const wait = Math.min(...changes);
      if (wait !== Number.POSITIVE_INFINITY) timer = setTimeout(update, wait + SLACK_MS);
    };
    update();
    return () => clearTimeout(timer);
  }, [instants, serverNow]);
  return time;
}

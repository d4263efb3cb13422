import { useEffect, useState } from "react";

/**
 * Server time in whole ms UTC, updated at a fixed interval.
 * @param serverNow the server's clock when it rendered the page
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
    const start = performance.now();
    const elapsed = () => Math.floor(performance.now() - start);
    const update = () => setTime(offset === null ? serverNow + elapsed() : Date.now() + offset);
    if (offset === null) setTime(serverNow);
    else update();
    const timer = setInterval(update, resolutionMs);
    return () => clearInterval(timer);
  }, [serverNow, resolutionMs, offset]);
  return time;
}

import { useEffect, useState } from "react";
import { SECOND_MS } from "#domain/units/durations.ts";
import { useLive } from "../../../live/live-context.ts";

/**
 * Device time, ms UTC: server time plus what the logger's clock is off. Before the site has been heard of it is the
 * server's time when it made the page.
 */
export function useSiteClock(now: number): number {
  const serverOffset = useLive((site) => site.serverOffset);
  const deviceOffset = useLive((site) => site.deviceOffset);
  return useServerClock(now, serverOffset) + deviceOffset;
}

/** Server time, ms UTC, told each second. */
function useServerClock(now: number, offset: number | null): number {
  const [clock, setClock] = useState(now);
  useEffect(() => {
    const since = Date.now();
    const tell = () => setClock(offset === null ? now + Date.now() - since : Date.now() + offset);
    const timer = setInterval(tell, SECOND_MS);
    if (offset !== null) tell();
    return () => clearInterval(timer);
  }, [now, offset]);
  return clock;
}

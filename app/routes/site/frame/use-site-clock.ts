import { useLive } from "#app/live/live-context.ts";
import { useServerTime } from "#app/ui/server-clock.ts";
import { SECOND_MS } from "#domain/units/durations.ts";

/**
 * Device time, ms UTC: server time plus the offset of the logger's clock. Until the first data of the site it is the
 * server's time when it rendered the page.
 */
export function useSiteClock(now: number): number {
  const serverOffset = useLive((site) => site.serverOffset);
  const deviceOffset = useLive((site) => site.deviceOffset);
  return useServerTime(now, SECOND_MS, serverOffset) + deviceOffset;
}

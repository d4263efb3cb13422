import { formatLocalTime } from "#domain/units/local-time.ts";
import { useOwnClock } from "../../../ui/use-own-clock.ts";

/** Date and time in the reader's time zone. */
export function useMoment(): (at: number) => string {
  const clock = useOwnClock();
  return (at) => formatLocalTime(clock(at), "UTC");
}

import { formatLocalTime } from "#domain/units/local-time.ts";
import { useOwnClock } from "../../../ui/use-own-clock.ts";

/** Day and time as the reader's place has them. */
export function useMoment(): (at: number) => string {
  const clock = useOwnClock();
  return (at) => formatLocalTime(clock(at), "UTC");
}

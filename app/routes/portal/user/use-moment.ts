import { formatLocalTime } from "#domain/units/local-time.ts";
import { useOwnTimeZone } from "../../../ui/use-own-time-zone.ts";

/** Day and time as the reader's place has them. */
export function useMoment(): (at: number) => string {
  const timeZone = useOwnTimeZone();
  return (at) => formatLocalTime(at, timeZone);
}

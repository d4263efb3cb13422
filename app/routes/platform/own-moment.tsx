import { useOwnClock } from "#app/ui/use-own-clock.ts";
import { formatLocalTime } from "#domain/units/local-time.ts";

/** Date and time (ms UTC) in the reader's time zone, written from left to right in every language. */
export function OwnMoment({ at }: { at: number }) {
  const clock = useOwnClock();
  return (
    <time dateTime={new Date(at).toISOString()}>
      <bdi dir="ltr">{formatLocalTime(clock(at), "UTC")}</bdi>
    </time>
  );
}

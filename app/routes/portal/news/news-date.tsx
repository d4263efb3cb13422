import { formatLocalDay } from "#domain/units/local-time.ts";
import { useOwnClock } from "../../../ui/use-own-clock.ts";

/** Day of publication in the reader's time zone. */
export function NewsDate({ at }: { at: number }) {
  const clock = useOwnClock();
  return (
    <time dateTime={new Date(at).toISOString()}>
      <bdi dir="ltr">{formatLocalDay(clock(at), "UTC")}</bdi>
    </time>
  );
}

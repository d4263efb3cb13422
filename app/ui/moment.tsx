import { formatLocalDay, formatLocalTime } from "#domain/units/local-time.ts";

type MomentProps = {
  /** ms UTC */
  at: number;
  timeZone: string;
  dayOnly?: boolean;
};

/** Date and time, written from left to right in every language. */
export function Moment({ at, timeZone, dayOnly = false }: MomentProps) {
  const format = dayOnly ? formatLocalDay : formatLocalTime;
  return (
    <time dateTime={new Date(at).toISOString()}>
      <bdi dir="ltr">{format(at, timeZone)}</bdi>
    </time>
  );
}

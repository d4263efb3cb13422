import { formatLocalDay, formatLocalTime } from "#domain/units/local-time.ts";

type MomentProps = {
  /** ms UTC */
  at: number;
  timeZone: string;
  dayOnly?: boolean;
};

/** A day and a time of it, in figures that run from left to right whatever is around them. */
export function Moment({ at, timeZone, dayOnly = false }: MomentProps) {
  const format = dayOnly ? formatLocalDay : formatLocalTime;
  return (
    <time dateTime={new Date(at).toISOString()}>
      <bdi dir="ltr">{format(at, timeZone)}</bdi>
    </time>
  );
}

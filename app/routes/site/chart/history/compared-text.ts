import { formatDays, formatPeriod } from "#app/charts/time-labels.ts";
import { dayOf, listDays, type Span } from "#domain/history/local-days.ts";
import type { SummaryAnswer } from "./energy-charts.ts";

type Compared = Pick<
  SummaryAnswer,
  "type" | "startDateTime" | "endDateTime" | "passedDateTime" | "previous" | "timeZoneId"
>;

/** Returns the parts of both periods that count. */
export function spansOf({ startDateTime, passedDateTime, previous }: Compared): {
  present: Span;
  previous: Span | null;
} {
  return {
    present: { from: startDateTime, to: passedDateTime },
    previous: previous && { from: previous.startDateTime, to: previous.comparedDateTime },
  };
}

type NamedPeriod = {
  /** "October 2026", "1 – 12 Oct" */
  period: string;
  /** Whether only a part of the period before is compared, to the same time of day. */
  isPart: boolean;
  /** Number of days of both periods, if they are whole and differ in length. */
  days: { before: number; present: number } | null;
};

/** Names the compared part of the period before; null if nothing is compared. */
export function nameBefore(compared: Compared, language: string): NamedPeriod | null {
  const { type, timeZoneId: zone } = compared;
  const { present, previous } = spansOf(compared);
  if (previous === null || previous.to <= previous.from) return null;
  const isPart = present.to < compared.endDateTime;
  const [days, daysNow] = [previous, present].map((span) => listDays(zone, span).length);
  const isWhole = !isPart && (type === "month" || type === "year");
  const period = isWhole
    ? formatPeriod(language, zone, previous.from, type)
    : dayOf(zone, previous.from) === dayOf(zone, previous.to - 1)
      ? formatPeriod(language, zone, previous.from, "day")
      : formatDays(language, zone, previous, { withYear: true });
  return {
    period,
    isPart,
    days:
      isWhole && type === "month" && days !== undefined && days !== daysNow
        ? { before: days, present: daysNow ?? 0 }
        : null,
  };
}

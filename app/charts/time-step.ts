import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "#domain/units/durations.ts";

const MONTH_MS = 30.44 * DAY_MS;
const YEAR_MS = 365.25 * DAY_MS;

/** Distance between two ticks of a time axis. `ms` is exact up to hours and typical above. */
export type TimeStep = {
  unit: "second" | "minute" | "hour" | "day" | "week" | "month" | "year";
  count: number;
  ms: number;
};

const steps = (unit: TimeStep["unit"], ms: number, counts: readonly number[]): TimeStep[] =>
  counts.map((count) => ({ unit, count, ms: ms * count }));

/** Usual steps of time, ascending. */
const STEPS: readonly TimeStep[] = [
  ...steps("second", SECOND_MS, [0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30]),
  ...steps("minute", MINUTE_MS, [1, 2, 5, 10, 15, 30]),
  ...steps("hour", HOUR_MS, [1, 2, 3, 6, 12]),
  ...steps("day", DAY_MS, [1, 2]),
  ...steps("week", 7 * DAY_MS, [1, 2]),
  ...steps("month", MONTH_MS, [1, 2, 3, 6]),
  ...steps("year", YEAR_MS, [1, 2, 5, 10]),
];

/** Shortest step that divides a span into at most the given number of ticks. */
export function chooseStep(spanMs: number, most: number): TimeStep {
  const least = spanMs / Math.max(1, most);
  return STEPS.find(({ ms }) => ms >= least) ?? (STEPS.at(-1) as TimeStep);
}

import type { Span } from "#domain/history/local-days.ts";
import { chooseStep, type TimeStep } from "./time-step.ts";
import { timeTicks } from "./time-ticks.ts";

/** Ticks of a time axis, ms UTC, and whether their labels are turned. */
export type AxisLabels = { step: TimeStep; ticks: number[]; isTurned: boolean };

/** Labels are turned if there are more than this, and always for weeks (specification, section 2). */
const MAX_DAYS = 12;
const MAX_HOURS = 20;
const MAX_POINTS = 24;

export function turnsLabels(unit: TimeStep["unit"], count: number): boolean {
  if (unit === "week") return true;
  if (unit === "day") return count > MAX_DAYS;
  return count > (unit === "hour" ? MAX_HOURS : MAX_POINTS);
}

/** Distance between labels, px, turned and not turned. */
const TURNED_WIDTH = 26;
const WIDTH: Readonly<Record<TimeStep["unit"], number>> = {
  second: 72,
  minute: 50,
  hour: 50,
  day: 60,
  week: 60,
  month: 54,
  year: 52,
};

/** Chooses as many labels as fit an axis of the given length in px, and whether they are turned. */
export function chooseLabels(timeZone: string, span: Span, width: number): AxisLabels {
  const label = (step: TimeStep): AxisLabels => {
    const ticks = timeTicks(timeZone, span, step);
    return { step, ticks, isTurned: turnsLabels(step.unit, ticks.length) };
  };
  const fits = ({ step, ticks, isTurned }: AxisLabels) =>
    // Months are easier to read than every other week.
    (step.unit !== "week" || step.count === 1) &&
    (ticks.length - 1) * (isTurned ? TURNED_WIDTH : WIDTH[step.unit]) <= width;
  const most = Math.max(1, Math.floor(width / TURNED_WIDTH));
  let chosen = label(chooseStep(span.to - span.from, most));
  for (let count = most - 1; count >= 1 && !fits(chosen); count -= 1) {
    const step = chooseStep(span.to - span.from, count);
    if (step !== chosen.step) chosen = label(step);
  }
  return chosen;
}

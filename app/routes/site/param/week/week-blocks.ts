import { DAY_MINUTES, isUsed, type WeekInterval } from "#domain/settings/week-intervals.ts";
import { daysOf } from "#domain/settings/week-mask.ts";
import { rotateDays } from "./edit-period.ts";

/** A rectangle of the week picture: a part of a period on days that follow each other. */
export type WeekBlock = {
  /** Minutes after midnight. */
  from: number;
  to: number;
  /** First day, 0 for Monday, and number of days. */
  day: number;
  days: number;
  /** Whether the period begins, and ends, with this rectangle; otherwise it continues through midnight. */
  hasStart: boolean;
  hasEnd: boolean;
  /** Number among the rectangles of its period, from 0. */
  part: number;
};

/** Divides a period into the rectangles that show it: at midnight, and where its days do not follow each other. */
export function blocksOf(period: WeekInterval): WeekBlock[] {
  if (!isUsed(period)) return [];
  const { start, end, days } = period;
  if (end > start)
    return numbered(onDays(days, { from: start, to: end, hasStart: true, hasEnd: true }));
  const evening = { from: start, to: DAY_MINUTES, hasStart: true, hasEnd: end === 0 };
  const morning = { from: 0, to: end, hasStart: false, hasEnd: true };
  return numbered([
    ...onDays(days, evening),
    ...(end === 0 ? [] : onDays(rotateDays(days, 1), morning)),
  ]);
}

type Unnumbered = Omit<WeekBlock, "part">;

function onDays(mask: number, part: Omit<Unnumbered, "day" | "days">): Unnumbered[] {
  const blocks: Unnumbered[] = [];
  for (const day of daysOf(mask)) {
    const last = blocks.at(-1);
    if (last !== undefined && last.day + last.days === day) last.days += 1;
    else blocks.push({ ...part, day, days: 1 });
  }
  return blocks;
}

function numbered(blocks: readonly Unnumbered[]): WeekBlock[] {
  return blocks.map((block, part) => ({ ...block, part }));
}

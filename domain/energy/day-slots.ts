import { zoneOffsetAt } from "../history/zone-offsets.ts";
import { DAY_MS, QUARTER_MS } from "../units/durations.ts";

/** Number of quarters of an hour that the clocks of a day show. */
export const DAY_SLOTS = DAY_MS / QUARTER_MS;

/** Averages of a day by the quarters of an hour that the clocks show, in order; null without a value. */
export type DaySlots = (number | null)[];

type Curve = { at: readonly number[]; value: readonly (number | string)[] };

/**
 * Returns the points of a curve within a day by the time that the clocks show, so that two days lie above each other
 * also if one of them has 23 or 25 hours: a repeated hour is averaged, a skipped one has no value.
 * @param from beginning of the day, ms UTC
 * @param until end of the day, ms UTC
 */
export function slotsOfDay(
  timeZone: string,
  { at, value }: Curve,
  from: number,
  until: number,
): DaySlots {
  const sums = Array.from({ length: DAY_SLOTS }, () => ({ sum: 0, count: 0 }));
  for (const [index, instant] of at.entries()) {
    const power = value[index];
    if (instant < from || instant >= until || typeof power !== "number") continue;
    const clock = instant + zoneOffsetAt(timeZone, instant);
    const slot = sums[Math.floor((((clock % DAY_MS) + DAY_MS) % DAY_MS) / QUARTER_MS)];
    if (slot === undefined) continue;
    slot.sum += power;
    slot.count += 1;
  }
  return sums.map(({ sum, count }) => (count === 0 ? null : Math.round(sum / count)));
}

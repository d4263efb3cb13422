/** Days of the week in a mask of 7 bits: bit 0 is Monday, bit 6 Sunday. */
export const EVERY_DAY = 0b111_1111;
export const DAYS_PER_WEEK = 7;

/** Returns the days of a mask, 0 for Monday to 6 for Sunday, ascending. */
export function daysOf(mask: number): number[] {
  return Array.from({ length: DAYS_PER_WEEK }, (_, day) => day).filter((day) => hasDay(mask, day));
}

/** Returns the mask of days; days that a week does not have are ignored. */
export function maskOf(days: readonly number[]): number {
  return days.reduce((mask, day) => mask | ((1 << day) & EVERY_DAY), 0);
}

/** Returns whether a mask contains a day, 0 for Monday to 6 for Sunday. */
export function hasDay(mask: number, day: number): boolean {
  return ((mask >> day) & 1) === 1;
}

/** Returns a mask with a day added or removed. */
export function toggleDay(mask: number, day: number): number {
  return mask ^ (1 << day);
}

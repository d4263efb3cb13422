/** Minutes of an hour, in which times of day are stored. */
export const HOUR_MIN = 60;

/** Formats minutes after midnight as "HH:mm"; the end of the day is "24:00". */
export function formatDayTime(minutes: number): string {
  const two = (number: number) => String(number).padStart(2, "0");
  return `${two(Math.floor(minutes / HOUR_MIN))}:${two(minutes % HOUR_MIN)}`;
}

import { HOUR_S, MINUTE_S } from "./durations.ts";

/** Maximum count of a unit before the next larger one is used: 90 minutes are more precise than two hours. */
const MAX_PER_UNIT = 90;

/** Waiting time in a readable unit. */
export type Wait = { unit: "seconds" | "minutes" | "hours"; count: number };

/** Converts a waiting time in seconds to a readable unit, rounded up, so that no user retries too early. */
export function roundWait(seconds: number): Wait {
  if (seconds <= MAX_PER_UNIT) return { unit: "seconds", count: Math.ceil(seconds) };
  if (seconds <= MAX_PER_UNIT * MINUTE_S)
    return { unit: "minutes", count: Math.ceil(seconds / MINUTE_S) };
  return { unit: "hours", count: Math.ceil(seconds / HOUR_S) };
}

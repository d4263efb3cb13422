const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;
/** Up to so many of a unit are told in it: 90 minutes say more than two hours. */
const MAX_PER_UNIT = 90;

export type Wait = { unit: "seconds" | "minutes" | "hours"; count: number };

/** Seconds to wait, in the unit that people think in; rounded up, so that nobody comes too early. */
export function roundWait(seconds: number): Wait {
  if (seconds <= MAX_PER_UNIT) return { unit: "seconds", count: Math.ceil(seconds) };
  if (seconds <= MAX_PER_UNIT * MINUTE_S)
    return { unit: "minutes", count: Math.ceil(seconds / MINUTE_S) };
  return { unit: "hours", count: Math.ceil(seconds / HOUR_S) };
}

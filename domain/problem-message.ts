import { roundWait } from "./units/wait.ts";

/** A key of the `problems` namespace of the locales, and what is filled in there. */
export type ProblemMessage = { key: string; values: { count?: number } };

/** What is said of a problem: how long to wait, too, where that is known. @param retryAfter seconds */
export function messageOf(key: string, retryAfter?: number | null): ProblemMessage {
  if (key !== "tooFast" || !retryAfter) return { key, values: {} };
  const { unit, count } = roundWait(retryAfter);
  return { key: `tooFastFor.${unit}`, values: { count } };
}

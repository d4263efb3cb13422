import { roundWait } from "./units/wait.ts";

/** Messages of the `problems` namespace that are about waiting. */
const WAITS: ReadonlySet<string> = new Set(["tooFast", "codeJustSent", "codesUsedUp"]);

type Say = (key: string, values: { problem?: string; count?: number }) => string;

/** What is said of a problem: how long to wait, too, where it is about that. @param retryAfter seconds */
export function formatProblem(say: Say, key: string, retryAfter?: number | null): string {
  const problem = say(key, {});
  if (!retryAfter || !WAITS.has(key)) return problem;
  const { unit, count } = roundWait(retryAfter);
  return say(`retryFor.${unit}`, { problem, count });
}

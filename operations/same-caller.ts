import type { Caller } from "./context.ts";

/** Whether two results of identification are equal. */
export function isSameCaller(one: Caller, other: Caller): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

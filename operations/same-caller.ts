import type { Caller } from "./context.ts";

/** Whether nothing about somebody has changed. */
export function isSameCaller(one: Caller, other: Caller): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

import { z } from "zod";
import { FRAMES_BURST, FRAMES_PER_SECOND } from "./limits.ts";

/** How many frames a socket may still send, as of an instant in ms UTC. */
export const frameBudget = z.object({ left: z.number(), at: z.number() });
export type FrameBudget = z.infer<typeof frameBudget>;

export function fullBudget(at: number): FrameBudget {
  return { left: FRAMES_BURST, at };
}

/** What is left after one more frame; null where it was one too many. A clock that steps back gives nothing. */
export function spendFrame(budget: FrameBudget, at: number): FrameBudget | null {
  const earned = (Math.max(0, at - budget.at) / 1000) * FRAMES_PER_SECOND;
  const left = Math.min(FRAMES_BURST, budget.left + earned) - 1;
  return left < 0 ? null : { left, at };
}

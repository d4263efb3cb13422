import { z } from "zod";
import type { Sampling } from "#domain/loggers/sampling.ts";
import { HOUR_MS } from "#domain/units/durations.ts";
import { FRAMES_BURST, FRAMES_PER_SECOND } from "./limits.ts";

/** How many frames a socket may still send, as of an instant in ms UTC. */
export const frameBudget = z.object({ left: z.number(), at: z.number() });
export type FrameBudget = z.infer<typeof frameBudget>;

export type FrameRate = { perSecond: number; burst: number };
/** What either side's socket takes. */
const SOCKET_RATE: FrameRate = { perSecond: FRAMES_PER_SECOND, burst: FRAMES_BURST };

export function fullBudget(at: number, { burst } = SOCKET_RATE): FrameBudget {
  return { left: burst, at };
}

/** Returns what is left after one more frame; null if it is one too many. A clock that steps back adds nothing. */
export function spendFrame(
  budget: FrameBudget,
  at: number,
  { perSecond, burst } = SOCKET_RATE,
): FrameBudget | null {
  const earned = (Math.max(0, at - budget.at) / 1000) * perSecond;
  const left = Math.min(burst, budget.left + earned) - 1;
  return left < 0 ? null : { left, at };
}

/** Real data updates that a logger may send per hour in addition to twice the requested rate. */
const SPARE_UPDATES = 600;

/**
 * How many real data updates of a sampling a logger may send: as many at once as in an hour, and refilled over an hour.
 * Backlog does not count.
 */
export function updateRate({ uploadMs }: Sampling): FrameRate {
  const anHour = (2 * HOUR_MS) / uploadMs + SPARE_UPDATES;
  return { perSecond: anHour / 3600, burst: anHour };
}

import { z } from "zod";
import type { Sampling } from "#domain/loggers/sampling.ts";
import { HOUR_MS, HOUR_S, SECOND_MS } from "#domain/units/durations.ts";
import { FRAMES_BURST, FRAMES_PER_SECOND } from "./limits.ts";

/** Number of frames that a socket may still send, as of an instant in ms UTC. */
export const frameBudget = z.object({ left: z.number(), at: z.number() });
export type FrameBudget = z.infer<typeof frameBudget>;

/** Rate of a budget: the frames refilled per second, and the maximum number at once. */
export type FrameRate = { perSecond: number; burst: number };
/** Rate of the sockets of loggers and viewers. */
const SOCKET_RATE: FrameRate = { perSecond: FRAMES_PER_SECOND, burst: FRAMES_BURST };

/** Returns a full budget as of an instant, ms UTC. */
export function fullBudget(at: number, { burst } = SOCKET_RATE): FrameBudget {
  return { left: burst, at };
}

/**
 * Returns the budget left after another frame; null if it is exceeded. A clock that steps back refills nothing.
 * @param at instant of the frame, ms UTC
 */
export function spendFrame(
  budget: FrameBudget,
  at: number,
  { perSecond, burst } = SOCKET_RATE,
): FrameBudget | null {
  const earned = (Math.max(0, at - budget.at) / SECOND_MS) * perSecond;
  const left = Math.min(burst, budget.left + earned) - 1;
  return left < 0 ? null : { left, at };
}

/** Number of realtime updates that a logger may send per hour in addition to twice the requested rate. */
const SPARE_UPDATES = 600;

/**
 * Returns the rate of realtime updates with a sampling: as many at once as in an hour, refilled over an hour. Batches
 * of a backlog do not count.
 */
export function updateRate({ uploadMs }: Sampling): FrameRate {
  const anHour = (2 * HOUR_MS) / uploadMs + SPARE_UPDATES;
  return { perSecond: anHour / HOUR_S, burst: anHour };
}

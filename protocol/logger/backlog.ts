import { z } from "zod";
import { MAX_FUTURE_MS, MIN_INSTANT } from "./limits.ts";
import { type Instants, instantsOf } from "./messages.ts";

/** Period of the backlog that a logger has announced, and the part of it that was received. Instants are ms UTC. */
export const backlogProgress = z.object({
  from: z.number(),
  to: z.number(),
  /** Period of the received batches; null before the first one. */
  came: z.object({ from: z.number(), to: z.number() }).nullable(),
});
export type BacklogProgress = z.infer<typeof backlogProgress>;

/** Progress of a backlog, as viewers see it. Instants are ms UTC. */
export type Backlog = {
  from: number;
  to: number;
  /** Received part of the period, whole percent, at most 99. */
  percent: number;
  /** Part of the period that is still missing, assuming that the logger sends in order from one end. */
  missing: { from: number; to: number };
};

/**
 * Starts the progress of the backlog that a `connect` announces, limited to instants that can be stored, because users
 * see them.
 * @param now ms UTC
 * @returns null without a backlog
 */
export function announceBacklog(
  announced: { from: number; to: number } | undefined,
  now: number,
): BacklogProgress | null {
  if (announced === undefined) return null;
  const [from, to] = [announced.from, announced.to].map((at) =>
    clamp(at, MIN_INSTANT, now + MAX_FUTURE_MS),
  ) as [number, number];
  return from < to ? { from, to, came: null } : null;
}

/**
 * Updates the progress by a batch.
 * @param batch `backlog` states whether it belongs to the backlog, and "end" that it is the last one
 * @returns null after the last batch
 */
export function followBacklog(
  progress: BacklogProgress | null,
  batch: { backlog?: boolean | "end" | undefined } & Instants,
): BacklogProgress | null {
  if (progress === null || !batch.backlog) return progress;
  if (batch.backlog === "end") return null;
  const times = instantsOf(batch);
  const [first] = times;
  const last = times.at(-1);
  if (first === undefined || last === undefined) return progress;
  const { from, to, came } = progress;
  const low = Math.min(came?.from ?? first, first);
  const high = Math.max(came?.to ?? last, last);
  return { from, to, came: { from: clamp(low, from, to), to: clamp(high, from, to) } };
}

/** Returns the progress of a backlog for viewers. */
export function describeBacklog({ from, to, came }: BacklogProgress): Backlog {
  if (came === null) return { from, to, percent: 0, missing: { from, to } };
  const isNewestFirst = came.from - from >= to - came.to;
  return {
    from,
    to,
    percent: Math.min(99, Math.floor((100 * (came.to - came.from)) / (to - from))),
    missing: isNewestFirst ? { from, to: came.from } : { from: came.to, to },
  };
}

function clamp(at: number, from: number, to: number): number {
  return Math.min(to, Math.max(from, at));
}

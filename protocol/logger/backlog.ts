import { z } from "zod";
import { EARLIEST_INSTANT, FUTURE_ALLOWED_MS } from "./limits.ts";
import { type Instants, instantsOf } from "./messages.ts";

/** What a logger has announced that it still has to send, and how much of it came. ms UTC. */
export const backlogProgress = z.object({
  from: z.number(),
  to: z.number(),
  /** What came of it lies between these; null before the first. */
  came: z.object({ from: z.number(), to: z.number() }).nullable(),
});
export type BacklogProgress = z.infer<typeof backlogProgress>;

/** A backlog as viewers see it. Instants are ms UTC. */
export type Backlog = {
  from: number;
  to: number;
  /** Whole per cent of the time that it is of, at most 99. */
  percent: number;
  /** What is still to come, as far as loggers send in order, from either end. */
  missing: { from: number; to: number };
};

/** Starts the progress of a `connect`'s backlog, limited to dates that can be stored, because users see them. */
export function announceBacklog(
  announced: { from: number; to: number } | undefined,
  now: number,
): BacklogProgress | null {
  if (announced === undefined) return null;
  const [from, to] = [announced.from, announced.to].map((at) =>
    clamp(at, EARLIEST_INSTANT, now + FUTURE_ALLOWED_MS),
  ) as [number, number];
  return from < to ? { from, to, came: null } : null;
}

/**
 * Updates the progress after a batch, which states whether it belongs to the backlog and whether it is its last one.
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

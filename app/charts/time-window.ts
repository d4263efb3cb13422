import type { Span } from "#domain/history/local-days.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "#domain/units/durations.ts";

/** Shortest span when zooming (specification, section 2). */
export const MIN_SPAN_MS = SECOND_MS;

/** Spans between which buttons and keys step: nine steps from a year to a second. */
const LADDER_MS: readonly number[] = [
  MIN_SPAN_MS,
  5_000,
  30_000,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  4 * HOUR_MS,
  DAY_MS,
  10 * DAY_MS,
  60 * DAY_MS,
  366 * DAY_MS,
  1_830 * DAY_MS,
  3_660 * DAY_MS,
];

/**
 * Changes the length of a span around an instant, not below a second and within limits.
 * @param around the instant that keeps its position
 */
export function zoomTo(span: Span, lengthMs: number, around: number, limits: Span): Span {
  const length = Math.min(Math.max(lengthMs, MIN_SPAN_MS), limits.to - limits.from);
  const share = (around - span.from) / (span.to - span.from);
  const from = Math.round(around - share * length);
  return within({ from, to: from + length }, limits);
}

/** The next shorter (−1) or longer (+1) of the lengths between which buttons and keys step. */
export function stepLength(lengthMs: number, by: -1 | 1): number {
  // A length that is close to a step counts as that step.
  const slack = lengthMs * 0.01;
  if (by > 0) return LADDER_MS.find((ms) => ms > lengthMs + slack) ?? lengthMs;
  return LADDER_MS.findLast((ms) => ms < lengthMs - slack) ?? MIN_SPAN_MS;
}

/** Moves a span into the limits without changing its length. */
export function within({ from, to }: Span, limits: Span): Span {
  const length = Math.min(to - from, limits.to - limits.from);
  const start = Math.min(Math.max(from, limits.from), limits.to - length);
  return { from: start, to: start + length };
}

export function shift({ from, to }: Span, byMs: number, limits: Span): Span {
  return within({ from: from + byMs, to: to + byMs }, limits);
}

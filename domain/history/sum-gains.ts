import { MIN_BRIDGE_MS } from "./bridging.ts";
import type { CounterEvent, CounterStep } from "./counter-steps.ts";

/** Gain of a counter between two edges, ms UTC. */
export type SpanGain = {
  from: number;
  to: number;
  /** Wh ≥ 0. */
  gained: number;
  /** Part of `gained`, Wh, from long steps over an edge, whose gain was spread evenly because its course is unknown. */
  filled: number;
  /** Time covered by steps, ms. */
  covered: number;
  /** Part of `covered`, ms, that belongs to those long steps. */
  spread: number;
  /** Events of the counter other than `measured`. */
  events: CounterEvent[];
};

/**
 * Sums the steps of a counter per local day, or between other edges. A step over an edge is divided in proportion to
 * the time on both sides.
 * @param edges ascending instants, n + 1 of them for n sums, ms UTC
 * @param maxStepMs steps longer than this are `filled` at edges, ms; more than an hour for counters that update hourly
 */
export function sumGains(
  steps: readonly CounterStep[],
  edges: readonly number[],
  maxStepMs = MIN_BRIDGE_MS,
): SpanGain[] {
  const sums = edges.slice(1).map(
    (to, index): SpanGain => ({
      from: edges[index] as number,
      to,
      gained: 0,
      filled: 0,
      covered: 0,
      spread: 0,
      events: [],
    }),
  );
  let place = 0;
  for (const step of steps) {
    let first = place;
    while (first < sums.length && isOver(sums[first] as SpanGain, step)) first += 1;
    // The step after one without a duration begins before that one.
    if (step.to > step.from) place = first;
    for (let next = first; next < sums.length; next++) {
      const sum = sums[next] as SpanGain;
      if (sum.from > step.to) break;
      addStep(sum, step, maxStepMs);
    }
  }
  return sums;
}

/** Returns whether a sum ends before a step. A step without a duration belongs to the sum that ends with it. */
function isOver({ to }: SpanGain, step: CounterStep): boolean {
  return to < step.from || (to === step.from && step.to > step.from);
}

function addStep(sum: SpanGain, { from, to, gained, called }: CounterStep, longest: number): void {
  const isInside = to > sum.from && to <= sum.to;
  if (isInside && called !== "measured") sum.events.push(called);
  const overlap = Math.min(to, sum.to) - Math.max(from, sum.from);
  if (overlap <= 0) {
    // Two samples may have the same instant.
    if (from === to && isInside) sum.gained += gained;
    return;
  }
  const isWhole = overlap === to - from;
  const part = isWhole ? gained : (gained * overlap) / (to - from);
  sum.gained += part;
  sum.covered += overlap;
  if (to - from <= longest || isWhole) return;
  sum.filled += part;
  sum.spread += overlap;
}

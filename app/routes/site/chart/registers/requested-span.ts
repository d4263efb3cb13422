import type { Span } from "#domain/history/local-days.ts";

/**
 * Fraction of the window's length that is requested in addition on each side, so that small movements need no request.
 */
const MARGIN = 0.25;

/**
 * Span to request for a window: larger than it, with edges that change only by a quarter of its length, so that small
 * movements and zooms use existing data.
 */
export function requestedSpan({ from, to }: Span, limits: Span): Span {
  const length = to - from;
  // Lengths that differ by less than half share their edges.
  const level = 2 ** Math.ceil(Math.log2(Math.max(length, 1)));
  const edge = Math.max(1, level / 8);
  const start = Math.floor((from - MARGIN * length) / edge) * edge;
  const end = Math.ceil((to + MARGIN * length) / edge) * edge;
  return {
    from: Math.round(Math.max(limits.from, start)),
    to: Math.round(Math.max(limits.from + 1, Math.min(limits.to, end))),
  };
}

import type { Span } from "#domain/history/local-days.ts";

/** A part of the window's length that is asked for besides on each side, so that a little moving asks for nothing. */
const MARGIN = 0.25;

/**
 * What is asked for to show a window: more than it, with edges that only change by a quarter of its length. A window that
 * is moved or zoomed a little is shown from what is there.
 */
export function askedSpan({ from, to }: Span, limits: Span): Span {
  const length = to - from;
  // Lengths that differ by less than a half share their edges.
  const level = 2 ** Math.ceil(Math.log2(Math.max(length, 1)));
  const edge = Math.max(1, level / 8);
  const start = Math.floor((from - MARGIN * length) / edge) * edge;
  const end = Math.ceil((to + MARGIN * length) / edge) * edge;
  return {
    from: Math.round(Math.max(limits.from, start)),
    to: Math.round(Math.max(limits.from + 1, Math.min(limits.to, end))),
  };
}

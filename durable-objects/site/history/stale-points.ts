/** From the first to the last sample, ms UTC. */
type Span = { readonly from: number; readonly to: number };
/** The instants of the first and the last sample that each point represents, in order of time. */
export type Reaches = { readonly firstAt: readonly number[]; readonly lastAt: readonly number[] };

/**
 * Returns the stale intervals of points, each as the instants of its first and last point: those whose samples all lie
 * in one stale interval.
 * @param at instants of the points, ascending
 * @param spans stale intervals, ascending
 */
export function stalePoints(
  at: readonly number[],
  { firstAt, lastAt }: Reaches,
  spans: readonly Span[],
): { from: number; to: number }[] {
  const found: { from: number; to: number }[] = [];
  if (spans.length === 0) return found;
  let place = 0;
  let isOpen = false;
  for (const [index, instant] of at.entries()) {
    const first = firstAt[index] ?? instant;
    while (place < spans.length && (spans[place]?.to ?? 0) < first) place++;
    const span = spans[place];
    const isStale = span !== undefined && span.from <= first && (lastAt[index] ?? 0) <= span.to;
    const last = found.at(-1);
    if (isStale && isOpen && last !== undefined) last.to = instant;
    else if (isStale) found.push({ from: instant, to: instant });
    isOpen = isStale;
  }
  return found;
}

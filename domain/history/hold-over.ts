import { holdTime, type UsualAt } from "./bridging.ts";
import type { Rollup } from "./rollup.ts";

/** Integral of the held samples in one bucket, value × ms, and the time for which samples held, ms. */
export type Held = { area: number; ms: number };

type Holding = Pick<Rollup, "firstAt" | "lastAt" | "last" | "held" | "heldMs">;

/**
 * Returns the integral of the held samples in each bucket, also over the edges between buckets. The average over time
 * is `area / ms`.
 * @param edges ascending instants, n + 1 of them for n buckets, ms UTC
 * @param until latest instant until which the newest sample holds, ms UTC
 */
export function holdOver(
  edges: readonly number[],
  rollups: readonly (Holding | null)[],
  usualAt: UsualAt,
  until: number,
): Held[] {
  const held = rollups.map(
    (rollup): Held => ({ area: rollup?.held ?? 0, ms: rollup?.heldMs ?? 0 }),
  );
  let last: { rollup: Holding; place: number } | null = null;
  for (const [place, rollup] of rollups.entries()) {
    if (rollup === null) continue;
    if (last !== null) spread(held, edges, last, rollup.firstAt, usualAt);
    last = { rollup, place };
  }
  if (last !== null) spread(held, edges, last, Math.min(until, edges.at(-1) ?? 0), usualAt);
  return held;
}

function spread(
  held: readonly Held[],
  edges: readonly number[],
  { rollup: { lastAt, last }, place }: { rollup: Holding; place: number },
  nextAt: number,
  usualAt: UsualAt,
): void {
  const step = nextAt - lastAt;
  if (step <= 0) return;
  const end = lastAt + holdTime(usualAt, lastAt, step);
  for (let index = place; index < held.length && (edges[index] ?? 0) < end; index++) {
    const ms = Math.min(end, edges[index + 1] ?? 0) - Math.max(lastAt, edges[index] ?? 0);
    const bucket = held[index];
    if (bucket === undefined || ms <= 0) continue;
    bucket.area += last * ms;
    bucket.ms += ms;
  }
}

import { normalAt } from "../random.ts";

/**
 * Noise with about this period: normal knots joined smoothly, mean 0, deviation about 0.8. It is a function of time and
 * not a chain, so that weather is independent of the sampling and of restarts.
 * @param at ms UTC
 * @param periodMs time from knot to knot
 */
export function smoothNoise(seed: number, at: number, periodMs: number): number {
  const place = at / periodMs;
  const knot = Math.floor(place);
  const share = place - knot;
  const weight = share * share * (3 - 2 * share);
  return normalAt(seed, knot) * (1 - weight) + normalAt(seed, knot + 1) * weight;
}

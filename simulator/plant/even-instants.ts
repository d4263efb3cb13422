/** Whole multiples of the step after `after` and up to `until`, ms UTC. */
export function evenInstants(after: number, until: number, stepMs: number): number[] {
  const instants: number[] = [];
  for (let at = (Math.floor(after / stepMs) + 1) * stepMs; at <= until; at += stepMs)
    instants.push(at);
  return instants;
}

const HOUR_MS = 3_600_000;

/** Longer steps between two samples are gaps: what happened in them nobody measured. */
export const LONGEST_STEP_MS = 20 * 60_000;

export type PowerSample = { at: number; value: number };

/** What a power came to between two edges. */
export type PowerEnergy = {
  from: number;
  to: number;
  /** Wh while the power was above zero, and Wh while it was below: both ≥ 0. */
  positive: number;
  negative: number;
  /** ms that samples tell about, and ms that they do not. */
  covered: number;
  missing: number;
};

/**
 * Energy of a power by the trapezoidal rule, import and export (charge and discharge) apart: where the sign changes
 * between two samples, the line between them is cut at zero. A step over an edge is cut there by the same line.
 * @param samples W, instants ascending
 * @param edges ascending instants, n + 1 of them for n sums: the edges of local days, for instance
 */
export function integratePower(
  samples: readonly PowerSample[],
  edges: readonly number[],
  longestStepMs = LONGEST_STEP_MS,
): PowerEnergy[] {
  const sums = edges.slice(1).map((to, index) => emptyEnergy(edges[index] as number, to));
  let place = 0;
  for (let index = 1; index < samples.length; index++) {
    const from = samples[index - 1] as PowerSample;
    const to = samples[index] as PowerSample;
    if (to.at <= from.at || to.at - from.at > longestStepMs) continue;
    while (place < sums.length && (sums[place] as PowerEnergy).to <= from.at) place += 1;
    for (let next = place; next < sums.length; next++) {
      const sum = sums[next] as PowerEnergy;
      if (sum.from >= to.at) break;
      addStep(sum, from, to);
    }
  }
  for (const sum of sums) sum.missing = sum.to - sum.from - sum.covered;
  return sums;
}

function emptyEnergy(from: number, to: number): PowerEnergy {
  return { from, to, positive: 0, negative: 0, covered: 0, missing: 0 };
}

/** Adds the part of a step that lies between the edges. */
function addStep(sum: PowerEnergy, from: PowerSample, to: PowerSample): void {
  const start = Math.max(from.at, sum.from);
  const end = Math.min(to.at, sum.to);
  if (end <= start) return;
  const first = valueAt(from, to, start);
  const last = valueAt(from, to, end);
  sum.covered += end - start;
  const hours = (end - start) / HOUR_MS;
  if (first >= 0 && last >= 0) sum.positive += ((first + last) / 2) * hours;
  else if (first <= 0 && last <= 0) sum.negative -= ((first + last) / 2) * hours;
  else {
    const before = (first / (first - last)) * hours;
    const [up, down] = first > 0 ? [first, last] : [last, first];
    const [upHours, downHours] = first > 0 ? [before, hours - before] : [hours - before, before];
    sum.positive += (up / 2) * upHours;
    sum.negative -= (down / 2) * downHours;
  }
}

function valueAt(from: PowerSample, to: PowerSample, at: number): number {
  if (at === from.at) return from.value;
  if (at === to.at) return to.value;
  return from.value + ((to.value - from.value) * (at - from.at)) / (to.at - from.at);
}

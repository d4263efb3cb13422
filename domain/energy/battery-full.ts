/** State of charge from which a battery is full, %: some never report 100. */
export const FULL_PERCENT = 99;
/** Below this a battery is in use again, %; values between both limits do not end a time of being full. */
export const USED_PERCENT = 95;

/** Rollup of the state of charge, %, with the instants of its first and last sample, ms UTC. */
export type ChargePart = {
  readonly min: number;
  readonly max: number;
  readonly firstAt: number;
  readonly lastAt: number;
};
/** Samples of a part: instants, ascending, ms UTC, and values. */
export type ChargeSamples = { readonly at: readonly number[]; readonly values: readonly unknown[] };
/** From when it was filled until it was last full, ms UTC. */
export type FullTime = { readonly from: number; readonly to: number };

/**
 * Returns the last time in which a battery was full; null if it never was.
 * @param parts consecutive parts of a time; null without data
 * @param read returns the samples of a part; empty if they have expired, so that the part decides
 */
export function findLastFull(
  parts: readonly (ChargePart | null)[],
  read: (place: number) => ChargeSamples,
): FullTime | null {
  const last = parts.findLastIndex((part) => part !== null && isFull(part.max));
  const end = parts[last];
  if (!end) return null;
  const to = findInstant(read(last), "last") ?? end.lastAt;
  let first = last;
  for (let place = last; place >= 0; place -= 1) {
    const part = parts[place];
    if (!part) continue;
    if (isUsed(part.min) && isFull(part.max)) {
      const { from, isWhole } = fillIn(read(place), to);
      if (!isWhole) return { from: from ?? beginOf(parts, first, read), to };
      first = place;
    } else if (isUsed(part.min)) break;
    else if (isFull(part.max)) first = place;
  }
  return { from: beginOf(parts, first, read), to };
}

const isFull = (percent: number) => percent >= FULL_PERCENT;
const isUsed = (percent: number) => percent < USED_PERCENT;

function findInstant({ at, values }: ChargeSamples, which: "first" | "last"): number | null {
  const is = (value: unknown) => typeof value === "number" && isFull(value);
  const place = which === "first" ? values.findIndex(is) : values.findLastIndex(is);
  return at[place] ?? null;
}

function beginOf(
  parts: readonly (ChargePart | null)[],
  first: number,
  read: (place: number) => ChargeSamples,
): number {
  return findInstant(read(first), "first") ?? parts[first]?.firstAt ?? 0;
}

/**
 * Finds where a battery was filled for the last time before `to`, in samples in which it was also used.
 * @returns `from` is null if it was filled later; `isWhole` if it was used only after `to`
 */
function fillIn(
  { at, values }: ChargeSamples,
  to: number,
): { from: number | null; isWhole: boolean } {
  let from: number | null = null;
  let isWhole = at.length > 0;
  for (const [place, value] of values.entries()) {
    const instant = at[place] ?? 0;
    if (instant > to || typeof value !== "number") continue;
    if (isUsed(value)) [from, isWhole] = [null, false];
    else if (isFull(value)) from ??= instant;
  }
  return { from, isWhole };
}

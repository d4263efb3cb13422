import { median } from "../../support/quantiles.ts";

/**
 * How much the heap grew over the last two thirds of a run, as a part of what it was: the median of that period's last
 * quarter against that of its first, so that one measurement amid a burst does not decide.
 */
export function judgeGrowth(
  heaps: readonly { atMs: number; heap: number }[],
  lastedMs: number,
): number {
  const from = lastedMs / 3;
  const period = lastedMs - from;
  const between = (begin: number, end: number) =>
    median(
      heaps
        .filter(({ atMs }) => atMs >= from + begin * period && atMs <= from + end * period)
        .map(({ heap }) => heap),
    );
  return between(0.75, 1) / between(0, 0.25) - 1;
}

/** Bounds of a value axis. */
export type AxisBounds = { min: number; max: number };

/** A limit over a curve. An alarm begins beyond `alarm`, and ends within `clear`. */
export type ChartLimit = {
  name: string;
  label: string;
  value: number | null;
  kind: "alarm" | "clear";
  side: "low" | "high";
};

/** Room above and below what an axis shows, as a share of it. */
const ROOM = 0.08;
/** Parts of an axis between which a limit is moved by a key. */
const STEPS = 100;
/** Finest step of a limit. */
const MIN_STEP = 1e-6;
/** Limits this many times the range of the values away are still shown. */
const MAX_REACH = 8;

/**
 * Bounds of an axis that shows values with their limits, without limits so far away that the curve would be flat.
 * @param values least and greatest value; null without values
 */
export function limitAxis(
  values: AxisBounds | null,
  limits: readonly (number | null)[],
  allowed: AxisBounds,
): AxisBounds {
  const set = limits.filter((limit) => limit !== null);
  const base = values ?? (set.length > 0 ? spanOf(set) : { min: 0, max: 1 });
  const range = base.max - base.min || Math.max(1, Math.abs(base.max)) * 0.1;
  const isNear = (limit: number) =>
    limit >= base.min - MAX_REACH * range && limit <= base.max + MAX_REACH * range;
  const shown = spanOf([base.min, base.max, ...set.filter(isNear)]);
  const room = (shown.max - shown.min || range) * ROOM;
  return {
    min: Math.max(shown.min - room, Math.min(allowed.min, shown.min)),
    max: Math.min(shown.max + room, Math.max(allowed.max, shown.max)),
  };
}

function spanOf(values: readonly number[]): AxisBounds {
  return { min: Math.min(...values), max: Math.max(...values) };
}

/** Step by which limits move on an axis: a power of ten, twice or five times one, and no finer than the values. */
export function limitStep({ min, max }: AxisBounds, decimals: number | undefined): number {
  const wanted = Math.max((max - min) / STEPS, MIN_STEP);
  const power = 10 ** Math.floor(Math.log10(wanted));
  const step = [1, 2, 5, 10].map((one) => one * power).find((one) => one >= wanted) ?? power;
  return decimals === undefined ? step : Math.max(step, 10 ** -decimals);
}

/** Rounds a limit to a step, without the noise of binary fractions. */
export function roundLimit(value: number, step: number): number {
  const decimals = Math.max(0, Math.ceil(-Math.log10(step)));
  return Number((Math.round(value / step) * step).toFixed(decimals));
}

/** Position of a value on an axis from its top, 0 to 1; values beyond it are at its edge. */
export function shareFromTop(value: number, { min, max }: AxisBounds): number {
  return Math.min(1, Math.max(0, (max - value) / (max - min)));
}

/**
 * Suggests limits around the values of a period, with a margin so that they would not have raised an alarm.
 * @returns null if the values have no range, from which no margin follows
 */
export function suggestLimits(
  { min, max }: AxisBounds,
  allowed: AxisBounds,
  decimals: number | undefined,
): Record<"lowAlarm" | "lowClear" | "highClear" | "highAlarm", number> | null {
  const range = max - min;
  if (!(range > 0)) return null;
  const axis = limitAxis({ min, max }, [], allowed);
  const step = limitStep(axis, decimals);
  const at = (value: number) => roundLimit(value, step);
  const clamp = (value: number) => Math.min(allowed.max, Math.max(allowed.min, value));
  const [alarmMargin, clearMargin] = [0.1 * range, 0.03 * range];
  const low = clamp(at(Math.min(min - alarmMargin, min - 2 * step)));
  const high = clamp(at(Math.max(max + alarmMargin, max + 2 * step)));
  const lowClear = at(Math.max(low + step, min - clearMargin));
  const highClear = at(Math.min(high - step, max + clearMargin));
  const isInOrder = low < lowClear && lowClear <= highClear && highClear < high;
  return isInOrder ? { lowAlarm: low, lowClear, highClear, highAlarm: high } : null;
}

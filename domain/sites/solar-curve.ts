import { HOUR_MS } from "../units/durations.ts";

/** Hours of the curve, the last one is that of the newest metrics. */
export const CURVE_HOURS = 24;
/** Digits of an hour's mean power in W, as the curve is stored; blanks stand for an hour without data. */
export const CURVE_DIGITS = 9;

/** Levels of a drawn curve: a digit in base 36, `-` for an hour without data. */
const MAX_LEVEL = 35;
const NO_DATA = "-";

/** Mean solar power of an hour, W; null without data. */
export type SolarHours = readonly (number | null)[];

/**
 * Reads a stored curve as the 24 hours up to now; hours since the newest metrics have no data.
 * @param metricsAt instant of the newest metrics, ms UTC
 * @param now ms UTC
 */
export function readSolarCurve(
  stored: string | null,
  metricsAt: number | null,
  now: number,
): SolarHours | null {
  if (stored === null || metricsAt === null) return null;
  const missing = Math.floor(now / HOUR_MS) - Math.floor(metricsAt / HOUR_MS);
  if (missing >= CURVE_HOURS) return null;
  const hours = Array.from({ length: CURVE_HOURS }, (_, hour) => {
    const text = stored.slice(hour * CURVE_DIGITS, (hour + 1) * CURVE_DIGITS).trim();
    return text === "" ? null : Number(text);
  });
  const shown = [
    ...hours.slice(Math.max(0, missing)),
    ...Array<null>(Math.max(0, missing)).fill(null),
  ];
  return shown.some((watts) => watts !== null) ? shown : null;
}

/** A curve as 24 characters relative to its peak, and the peak in W. */
export type CurveLevels = { levels: string; peak: number };

export function levelsOf(hours: SolarHours): CurveLevels {
  const peak = Math.max(0, ...hours.filter((watts) => watts !== null));
  const levels = hours.map((watts) =>
    watts === null ? NO_DATA : Math.round((peak > 0 ? watts / peak : 0) * MAX_LEVEL).toString(36),
  );
  return { levels: levels.join(""), peak };
}

/** Width of an hour, %. */
const HOUR_WIDTH = 100 / CURVE_HOURS;
/** Height of an hour without production, %, so that it differs from an hour without data. */
const ZERO_HEIGHT = 6;

/** Outline of a curve for `clip-path`, with one step an hour. */
export function outlineOf(levels: string): string {
  const points: string[] = [];
  let last = -1;
  [...levels].forEach((level, hour) => {
    const height =
      level === NO_DATA
        ? 0
        : ZERO_HEIGHT + (Number.parseInt(level, 36) / MAX_LEVEL) * (100 - ZERO_HEIGHT);
    const top = Math.round(100 - height);
    if (top !== last) {
      const left = round(hour * HOUR_WIDTH);
      if (last !== -1) points.push(`${left}% ${last}%`);
      points.push(`${left}% ${top}%`);
    }
    last = top;
  });
  return `polygon(0 100%,${points.join()},100% ${last}%,100% 100%)`;
}

const round = (percent: number) => Math.round(percent * 10) / 10;

import { HOUR_MS, MINUTE_MS, SECOND_MS } from "#domain/units/durations.ts";
import { smoothNoise } from "../physics/smooth-noise.ts";
import { uniformAt } from "../random.ts";

const SLOT_MS = 6 * HOUR_MS;
const SLOTS_PER_WEEK = 28;

/** Whether the grid is available: outages last 5 to 90 minutes, at most one beginning in six hours. */
export function isGridThere(seed: number, at: number, outagesPerWeek: number): boolean {
  const slot = Math.floor(at / SLOT_MS);
  return !isOutage(seed, at, slot, outagesPerWeek) && !isOutage(seed, at, slot - 1, outagesPerWeek);
}

function isOutage(seed: number, at: number, slot: number, perWeek: number): boolean {
  if (uniformAt(seed ^ 0xa1, slot) >= perWeek / SLOTS_PER_WEEK) return false;
  const start = (slot + uniformAt(seed ^ 0xa2, slot)) * SLOT_MS;
  const length = (5 + 85 * uniformAt(seed ^ 0xa3, slot) ** 2) * MINUTE_MS;
  return at >= start && at < start + length;
}

/** Voltage at the grid's terminals: it varies, falls with import and rises with export. */
export function gridVoltageAt(
  seed: number,
  at: number,
  nominal: number,
  power: number,
  ratedW: number,
): number {
  const wandering =
    0.012 * smoothNoise(seed ^ 0xb1, at, 30 * MINUTE_MS) +
    0.003 * smoothNoise(seed ^ 0xb2, at, 30 * SECOND_MS);
  return nominal * (1 + wandering - (0.015 * power) / ratedW);
}

/** Frequency in Hz, with a deviation of a few hundredths. */
export function gridFrequencyAt(seed: number, at: number, nominal: number): number {
  return (
    nominal +
    0.025 * smoothNoise(seed ^ 0xb3, at, 90_000) +
    0.008 * smoothNoise(seed ^ 0xb4, at, 6_000)
  );
}

import { MINUTE_MS } from "#domain/units/durations.ts";
import { isLive } from "../notices/late.ts";

/** Difference between the logger's clock and receipt above which the clock is wrong, ms. */
export const MAX_CLOCK_ERROR_MS = 5 * MINUTE_MS;

/**
 * Reads the logger's clock from a `connect`.
 * @param clock ms UTC; null without a plausible one, as after a start without a battery-backed clock
 * @param receivedAt ms UTC
 * @returns null if it says nothing about the clock
 */
export function readConnectClock(
  clock: number | null,
  receivedAt: number,
): "right" | "wrong" | null {
  if (clock === null) return null;
  return Math.abs(clock - receivedAt) > MAX_CLOCK_ERROR_MS ? "wrong" : "right";
}

/**
 * Reads the logger's clock from the newest timestamp of a batch. Old samples say nothing: they may have been late.
 * @param newest ms UTC
 * @param receivedAt ms UTC
 * @param uploadMs upload interval in force, ms
 * @returns null if it says nothing about the clock
 */
export function readBatchClock(
  newest: number,
  receivedAt: number,
  uploadMs: number,
  isBacklog: boolean,
): "right" | "wrong" | null {
  if (newest - receivedAt > MAX_CLOCK_ERROR_MS) return "wrong";
  const age = receivedAt - newest;
  const isCurrent = age <= MAX_CLOCK_ERROR_MS || age <= uploadMs;
  return isCurrent && isLive(newest, receivedAt, uploadMs, isBacklog) ? "right" : null;
}

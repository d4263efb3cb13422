import { z } from "zod";
import { MINUTE_MS, SECOND_MS } from "../units/durations.ts";

/** Intervals at which a logger samples and uploads, both in ms. */
export const sampling = z.object({ sampleMs: z.int().positive(), uploadMs: z.int().positive() });
export type Sampling = z.infer<typeof sampling>;

/** Sampling of a site without viewers: samples of 10 s, uploaded every 60 s. */
export const IDLE_SAMPLING: Sampling = { sampleMs: 10 * SECOND_MS, uploadMs: MINUTE_MS };
/** Sampling while viewers with role 1 or 2 are connected: one sample a second, uploaded each second. */
export const FAST_SAMPLING: Sampling = { sampleMs: SECOND_MS, uploadMs: SECOND_MS };
/** Sampling while only monitors, the demo account or share sessions are connected: one upload every 5 s. */
export const MONITOR_SAMPLING: Sampling = { sampleMs: 5 * SECOND_MS, uploadMs: 5 * SECOND_MS };

/** Minimum and maximum polling interval of an online site, ms. */
const MIN_POLL_INTERVAL_MS = MINUTE_MS;
const MAX_POLL_INTERVAL_MS = 5 * MINUTE_MS;

/**
 * Returns the polling interval of an online site, ms: whole minutes.
 * @param uploadMs interval at which its logger uploads while the site has no viewers, ms
 */
export function pollIntervalMs(uploadMs: number): number {
  const minutes = Math.floor(uploadMs / MINUTE_MS) * MINUTE_MS;
  return Math.min(MAX_POLL_INTERVAL_MS, Math.max(MIN_POLL_INTERVAL_MS, minutes));
}

/** Returns the maximum silence of a logger with an open socket before its site counts as offline, ms. */
export function silenceAllowed({ uploadMs }: Sampling): number {
  if (uploadMs < IDLE_SAMPLING.uploadMs) return 90 * SECOND_MS;
  return 1.5 * uploadMs + 30 * SECOND_MS;
}

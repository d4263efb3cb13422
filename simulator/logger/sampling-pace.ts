import type { Sampling } from "#domain/loggers/sampling.ts";
import { IDLE_SAMPLING } from "#domain/loggers/sampling.ts";
import { HOUR_MS } from "#domain/units/durations.ts";

/** ms between samples: as the portal requests, and ever longer while offline, so that memory lasts for days. */
export function sampleStep(sampling: Sampling, cutOffForMs: number | null): number {
  if (cutOffForMs === null) return sampling.sampleMs;
  if (cutOffForMs < HOUR_MS) return IDLE_SAMPLING.sampleMs;
  return cutOffForMs < 6 * HOUR_MS ? 60_000 : 300_000;
}

/** The next upload by the plant's clock; long intervals are spread over the fleet, short ones are not. */
export function nextUpload(plantNow: number, uploadMs: number, spread: number): number {
  const phase = uploadMs >= 10_000 ? spread % uploadMs : 0;
  return Math.floor((plantNow - phase) / uploadMs) * uploadMs + uploadMs + phase;
}

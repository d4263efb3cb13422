import { z } from "zod";

/** How often a logger samples and uploads, both in ms. */
export const sampling = z.object({ sampleMs: z.int().positive(), uploadMs: z.int().positive() });
export type Sampling = z.infer<typeof sampling>;

/** While nobody watches: 10 s samples uploaded each 60 s. */
export const IDLE_SAMPLING: Sampling = { sampleMs: 10_000, uploadMs: 60_000 };
/** Roles 1 and 2 watching: 1 s each second. */
export const FAST_SAMPLING: Sampling = { sampleMs: 1_000, uploadMs: 1_000 };
/** Monitors, the demo account and share sessions watching: one upload each 5 s at most. */
export const MONITOR_SAMPLING: Sampling = { sampleMs: 5_000, uploadMs: 5_000 };

/** At most so often, and at least so often, somebody comes by at a site that is online, in ms. */
const VISITS_AT_MOST_EVERY_MS = 60_000;
const VISITS_AT_LEAST_EVERY_MS = 5 * 60_000;

/** How often somebody comes by at a site whose logger uploads so often while nobody watches, in ms: whole minutes. */
export function visitEvery(uploadMs: number): number {
  const minutes = Math.floor(uploadMs / 60_000) * 60_000;
  return Math.min(VISITS_AT_LEAST_EVERY_MS, Math.max(VISITS_AT_MOST_EVERY_MS, minutes));
}

/** A site counts as offline after this long without a word, while its socket is open. */
export function silenceAllowed({ uploadMs }: Sampling): number {
  return uploadMs < IDLE_SAMPLING.uploadMs ? 90_000 : 1.5 * uploadMs + 30_000;
}

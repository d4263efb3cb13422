import { z } from "zod";
import { MIN_INSTANT } from "../logger/limits.ts";

/** Earliest instant of samples, ms UTC: a portal drops earlier ones of loggers. */
export const MIN_SAMPLED_AT = MIN_INSTANT;
/**
 * Instants of an archive are before this, ms UTC: the portal that reads it cannot know the clock of the one that wrote
 * it, but a later one would become the newest sample for ever.
 */
export const END_OF_INSTANTS = Date.UTC(2200, 0);

/** Schema of an instant that a portal recorded, ms UTC. */
export const archivedInstant = z
  .int()
  .min(0)
  .max(END_OF_INSTANTS - 1);

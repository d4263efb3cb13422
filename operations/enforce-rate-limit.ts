import { consumeRateLimit, type RateLimit } from "#database/rate-limit.ts";
import { Problem } from "#domain/problem.ts";
import { mask } from "#protocol/keys/masked.ts";
import type { Context } from "./context.ts";

/**
 * Counts one more try of something that can be guessed, or several at once, before it is looked at.
 * @param what is tried, and by whom or at what: `checkCode`, serial
 * @throws Problem tooFast where there have been too many
 */
export async function enforceRateLimit(
  { database, keys, now }: Pick<Context, "database" | "keys" | "now">,
  what: readonly (string | number)[],
  limit: RateLimit,
  times = 1,
): Promise<void> {
  const full = await consumeRateLimit(database, rateLimitSubject(keys, what), limit, now(), times);
  if (full === null) return;
  throw new Problem("tooFast", {
    retryAfter: Math.max(1, Math.ceil((full.freeAt - now()) / 1000)),
  });
}

/** Under which tries are counted: nothing can be read from it. */
export function rateLimitSubject(
  keys: Context["keys"],
  what: readonly (string | number)[],
): string {
  return mask(keys, "try", ...what.map(String));
}

import { consumeRateLimit, type RateLimit } from "#database/rate-limit.ts";
import { Problem } from "#domain/problem.ts";
import { mask } from "#protocol/keys/masked.ts";
import type { Context } from "./context.ts";

/**
 * Counts one or several attempts at a guessable value before it is checked.
 * @param what kind of attempt and its subject: `checkCode`, serial
 * @throws Problem tooFast if there were too many
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

/** The masked subject that attempts are counted by. The prefix `try` is part of stored subjects. */
export function rateLimitSubject(
  keys: Context["keys"],
  what: readonly (string | number)[],
): string {
  return mask(keys, "try", ...what.map(String));
}

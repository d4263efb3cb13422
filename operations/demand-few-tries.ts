import { countTry, type TryLimit } from "#database/tries.ts";
import { Problem } from "#domain/problem.ts";
import { mask } from "#protocol/keys/masked.ts";
import type { Context } from "./context.ts";

/**
 * Counts one more try of something that can be guessed, or several at once, before it is looked at.
 * @param what is tried, and by whom or at what: `checkCode`, serial
 * @throws Problem tooFast where there have been too many
 */
export async function demandFewTries(
  { database, keys, now }: Pick<Context, "database" | "keys" | "now">,
  what: readonly (string | number)[],
  limit: TryLimit,
  times = 1,
): Promise<void> {
  const full = await countTry(database, tryOf(keys, what), limit, now(), times);
  if (full === null) return;
  throw new Problem("tooFast", {
    retryAfter: Math.max(1, Math.ceil((full.freeAt - now()) / 1000)),
  });
}

/** Under which tries are counted: nothing can be read from it. */
export function tryOf(keys: Context["keys"], what: readonly (string | number)[]): string {
  return mask(keys, "try", ...what.map(String));
}

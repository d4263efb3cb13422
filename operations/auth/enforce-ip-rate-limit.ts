import { Problem } from "#domain/problem.ts";
import type { Caller, Context } from "../context.ts";

const ADDRESS_WAIT_S = 60;

/**
 * Counts one attempt at an operation that is open to anyone and costs work or e-mails.
 * @throws Problem tooFast if the caller's address has made too many in this minute
 */
export async function enforceIpRateLimit(
  { mayTryLogin }: Pick<Context, "mayTryLogin">,
  caller: Caller,
): Promise<void> {
  if (!(await mayTryLogin(caller.address)))
    throw new Problem("tooFast", { retryAfter: ADDRESS_WAIT_S });
}

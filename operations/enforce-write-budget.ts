import { spendWrite, type WriteBudget } from "#database/write-budgets.ts";
import { Problem } from "#domain/problem.ts";
import type { Caller, Context } from "./context.ts";

/**
 * What one user, and what all users of one site together, may change: one call a second on average. The burst is more
 * than the hundred calls of one step that tags selected sites.
 */
export const USER_WRITES = { everyMs: 1_000, burst: 120 };
export const SITE_WRITES = { everyMs: 1_000, burst: 120 };

/**
 * Whose budget a call takes from. What stops a stolen session, or a user who may no longer be there, takes from a budget
 * of its own for each session: otherwise that very session or user could use the budget up, and the owner would be
 * refused.
 */
export type WriteLimit = "userAndSite" | "session";

/**
 * Counts one more call that changes something, for the user and for the site that it is at. Calls without an identity
 * have limits by address of their own.
 * @throws Problem tooFast where one of the budgets is used up
 */
export async function enforceWriteBudget(
  caller: Caller,
  granted: unknown,
  { database, now }: Pick<Context, "database" | "now">,
  limitedBy: WriteLimit = "userAndSite",
): Promise<void> {
  if (caller.kind !== "person") return;
  const budgets: WriteBudget[] =
    limitedBy === "session"
      ? [{ subject: `session ${caller.session}`, ...USER_WRITES }]
      : [{ subject: `user ${caller.person.id}`, ...USER_WRITES }];
  const siteId = siteOf(granted);
  if (limitedBy === "userAndSite" && siteId !== undefined)
    budgets.push({ subject: `site ${siteId}`, ...SITE_WRITES });
  const freeAt = await spendWrite(database, budgets, now());
  if (freeAt === null) return;
  throw new Problem("tooFast", { retryAfter: Math.max(1, Math.ceil((freeAt - now()) / 1000)) });
}

function siteOf(granted: unknown): number | undefined {
  const { site } = granted as { site?: { id: number } };
  return site?.id;
}

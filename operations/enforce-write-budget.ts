import { spendWrite, type WriteBudget } from "#database/write-budgets.ts";
import { Problem } from "#domain/problem.ts";
import type { Caller, Context } from "./context.ts";

/**
 * Write budget of one user, and of all users of one site together: one call per second on average. The burst exceeds
 * the hundred calls of one bulk tagging.
 */
export const USER_WRITES = { everyMs: 1_000, burst: 120 };
export const SITE_WRITES = { everyMs: 1_000, burst: 120 };

/**
 * Which budget a call uses. Operations that stop a stolen session or remove a user have a separate budget per session;
 * otherwise that very session or user could use the budget up, and the owner would be refused.
 */
export type WriteLimit = "userAndSite" | "session";

/**
 * Counts one writing call for the user and its site. Anonymous calls have limits by address instead.
 * @throws Problem tooFast if one of the budgets is used up
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

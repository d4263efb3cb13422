import { countAdministered } from "#database/rollouts/rollout-sites.ts";
import { findRollout } from "#database/rollouts/rollouts.ts";
import { SITE_ROLE, USER_TYPE } from "#domain/access/roles.ts";
import { Problem } from "#domain/problem.ts";
import type { Context, Person } from "../context.ts";

/** Finds a rollout of any author. @throws Problem notFound */
export async function findOr({ database }: Context, id: number) {
  const found = await findRollout(database, id);
  if (found === undefined) throw new Problem("notFound");
  return found;
}

/** Finds a rollout of the user. @throws Problem notFound */
export async function findOwn(context: Context, id: number, { id: userId }: Person) {
  const found = await findOr(context, id);
  if (found.authorId !== userId) throw new Problem("notFound");
  return found;
}

/** Finds a rollout of the user, or one that the user may confirm. */
export async function findVisible(context: Context, id: number, { id: userId, type }: Person) {
  const found = await findOr(context, id);
  if (found.authorId === userId || type === USER_TYPE.platformAdministrator) return found;
  const who = { userId, roles: [SITE_ROLE.administrator], now: context.now() };
  const { total, administered } = await countAdministered(context.database, id, who);
  if (total === 0 || administered < total) throw new Problem("notFound");
  return found;
}

import { findMembership } from "#database/members/members.ts";
import { findRolloutAuthor } from "#database/rollouts/rollout-author.ts";
import { can } from "#domain/access/can.ts";
import type { SitePermission } from "#domain/access/permissions.ts";
import type { RolloutTask } from "#domain/rollouts/rollout.ts";
import type { Context } from "../context.ts";

/** The user on whose behalf a rollout changes sites. */
export type RolloutAuthor = {
  id: number;
  name: string;
  demo: boolean;
  rightsVersion: number;
  /** Name of the rollout in place of a session. */
  session: string;
};

/** Returns the permission that a task requires at each site. */
export function permissionOf({ kind }: Pick<RolloutTask, "kind">): SitePermission {
  return kind === "firmware" ? "updateFirmware" : "configure";
}

/** Finds the author of a rollout; null if the account was deleted. */
export async function findAuthor(
  { database }: Context,
  rolloutId: number,
  authorId: number | null,
): Promise<RolloutAuthor | null> {
  const user = authorId === null ? undefined : await findRolloutAuthor(database, authorId);
  return user === undefined ? null : { ...user, session: `rollout-${rolloutId}` };
}

/** Returns whether the author still has the permission at a site, which is asked before each step that changes it. */
export async function hasPermission(
  { database, now }: Context,
  { id, demo }: RolloutAuthor,
  siteId: number,
  permission: SitePermission,
): Promise<boolean> {
  const held = await findMembership(database, siteId, { userId: id, now: now() });
  if (held === undefined) return false;
  const { role, creatorId } = held;
  return can({ role, owner: creatorId === id, demo, share: false }, permission);
}

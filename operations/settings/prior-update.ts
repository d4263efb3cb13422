import { z } from "zod";
import { findOpenRollout } from "#database/rollouts/open-rollout.ts";
import { equipmentAddress } from "#domain/registers/address.ts";
import type { OpenUpdate } from "#protocol/settings.ts";
import type { Context } from "../context.ts";

/** Update of firmware that has priority over changes of settings, which are not refused meanwhile. */
export const priorUpdate = z.object({
  step: z
    .enum(["running", "waiting", "planned"])
    .describe(
      "`waiting`: transferred, and installed once a user confirms it; `planned`: the site is in a rollout of firmware and its turn comes",
    ),
  address: equipmentAddress.nullable().describe("Null for `planned`"),
  component: z.string().nullable(),
  version: z.string().nullable(),
});
export type PriorUpdate = z.output<typeof priorUpdate>;

/**
 * Finds the update that a site runs or is about to begin; null without one.
 * @param isUpdateDue whether an open rollout of firmware has the site before it
 */
export function describePriorUpdate(
  open: OpenUpdate | null,
  isUpdateDue: boolean,
): PriorUpdate | null {
  if (open !== null) {
    const { isWaiting, ...update } = open;
    return { step: isWaiting ? "waiting" : "running", ...update };
  }
  return isUpdateDue ? { step: "planned", address: null, component: null, version: null } : null;
}

/** Whether a rollout of firmware that was started has not yet come to its end at a site. */
export async function isUpdateDue({ database }: Context, siteId: number): Promise<boolean> {
  const open = await findOpenRollout(database, siteId);
  if (open?.task.kind !== "firmware") return false;
  const { status, state } = open;
  // A stopped rollout begins no further site, and one that is watched has its new version.
  return (
    state === "starting" || state === "working" || (state === "pending" && status === "running")
  );
}

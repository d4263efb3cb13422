import { z } from "zod";
import { registerAddress } from "../registers/address.ts";
import { registerValue } from "../registers/register.ts";
import { MAX_REVERT_S, MIN_REVERT_S } from "../settings/change.ts";
import { MAX_ROLLOUT_ITEMS, MAX_ROLLOUT_RELEASES } from "./limits.ts";

/** The change that a rollout makes at each site. */
export const rolloutTask = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("firmware"),
    /** Numbers of the releases; each updates the equipment that it fits. */
    releaseIds: z.array(z.int().min(1)).min(1).max(MAX_ROLLOUT_RELEASES),
  }),
  z.object({
    kind: z.literal("settings"),
    items: z
      .array(
        z.object({
          address: registerAddress,
          value: registerValue.refine((value) => value !== null, { error: "required" }),
        }),
      )
      .min(1)
      .max(MAX_ROLLOUT_ITEMS)
      .refine((items) => new Set(items.map(({ address }) => address)).size === items.length, {
        error: "wrongValue",
      }),
    atomic: z.boolean().optional(),
    revertAfter: z.int().min(MIN_REVERT_S).max(MAX_REVERT_S).optional(),
  }),
]);
export type RolloutTask = z.infer<typeof rolloutTask>;

import { z } from "zod";
import { registerAddress } from "../registers/address.ts";
import { registerValue } from "../registers/register.ts";
import { MAX_REVERT_S, MIN_REVERT_S } from "../settings/change.ts";
import { DAY_MS, MINUTE_MS } from "../units/durations.ts";

/** Maximum number of registers that a rollout changes at each site. */
export const MAX_ROLLOUT_ITEMS = 50;
/** Maximum number of releases of a rollout. */
export const MAX_ROLLOUT_RELEASES = 20;
/** A user may change this many sites within the window without a second confirmation. */
export const MAX_UNAPPROVED_SITES = 20;
export const UNAPPROVED_WINDOW_MS = 10 * MINUTE_MS;
/** Time from its creation within which a checked rollout has to be started, ms; the check is outdated afterwards. */
export const START_WITHIN_MS = DAY_MS;

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

/**
 * Status of a rollout: its sites are checked without any change (`checking`), then it waits for its author (`ready`)
 * and runs.
 */
export const ROLLOUT_STATUSES = ["checking", "ready", "running", "stopped", "completed"] as const;
export type RolloutStatus = (typeof ROLLOUT_STATUSES)[number];

/**
 * State of a site in a rollout: `unchecked` and `pending` were not begun, `skipped` was left out, `starting` and
 * `working` change, and `watching` has changed and has to stay healthy.
 */
export const SITE_STATES = [
  "unchecked",
  "pending",
  "skipped",
  "starting",
  "working",
  "watching",
  "succeeded",
  "failed",
] as const;
export type SiteState = (typeof SITE_STATES)[number];

/** States of sites that were begun and have no result. */
export const STATES_IN_PROGRESS = ["starting", "working", "watching"] as const;

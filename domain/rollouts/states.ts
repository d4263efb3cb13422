/**
 * Status of a rollout: its sites are checked without any change (`checking`), then it waits for its author (`ready`)
 * and runs.
 */
export const ROLLOUT_STATUSES = ["checking", "ready", "running", "stopped", "completed"] as const;
export type RolloutStatus = (typeof ROLLOUT_STATUSES)[number];

/** Why a rollout stopped. */
export const STOP_REASONS = [
  "invalidPlan",
  "canaryFailed",
  "tooManyFailed",
  "byUser",
  /** It was not started in time, or its author's account was deleted. */
  "expired",
  "noAuthor",
] as const;
export type StopReason = (typeof STOP_REASONS)[number];

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

import { DAY_MS, MINUTE_MS } from "../units/durations.ts";

/** Maximum number of sites of a rollout that are in progress at the same time. */
export const MAX_IN_PROGRESS = 20;
/** Maximum number of sites that are updated first. */
export const MAX_CANARY = 3;
/** Maximum number of waves after the canary. */
export const MAX_WAVES = 10;
/** Maximum number of sites of a rollout. */
export const MAX_ROLLOUT_SITES = 2_000;
/** Maximum number of registers that a rollout changes at each site. */
export const MAX_ROLLOUT_ITEMS = 50;
/** Maximum number of releases of a rollout. */
export const MAX_ROLLOUT_RELEASES = 20;
/** Time for which a site has to stay healthy after its change, ms. */
export const HEALTH_MS = 15 * MINUTE_MS;
/** Maximum share of all sites up to the end of each wave after the canary, %; the last wave has all. */
export const WAVES = [5, 25, 100] as const;
/** Share of failed sites above which a rollout stops, %, and the number of ended sites from which on it counts. */
export const MAX_FAILED_PERCENT = 5;
export const MAX_MIN_ENDED = 10;
/** A user may change this many sites within the window without a second confirmation. */
export const MAX_UNAPPROVED_SITES = 20;
export const UNAPPROVED_WINDOW_MS = 10 * MINUTE_MS;
/** Time from its creation within which a checked rollout has to be started, ms; the check is outdated afterwards. */
export const START_WITHIN_MS = DAY_MS;

/** The plan of the contract. */
export const DEFAULT_PLAN = {
  canary: 1,
  healthMs: HEALTH_MS,
  waves: [...WAVES] as number[],
  maxInProgress: MAX_IN_PROGRESS,
  maxFailedPercent: MAX_FAILED_PERCENT,
  minEnded: MAX_MIN_ENDED,
};

import { rolloutPlan } from "./rollout-plan.ts";
import type { StopReason } from "./states.ts";
import { sitesUpTo } from "./waves.ts";

/** Progress of a rollout; wave 0 is the canary. */
export type RolloutProgress = {
  status: "running" | "stopped" | "completed";
  wave: number;
  reason: StopReason | null;
};

/** Numbers of sites. A site in progress was begun and has no result yet; one without a response has failed. */
export type RolloutCounts = {
  /** Sites that were not begun. */
  pending: number;
  inProgress: number;
  succeeded: number;
  failed: number;
};

/** The next progress, and how many further sites to begin. */
export type RolloutDecision = { progress: RolloutProgress; begin: number };

/**
 * Decides how a rollout goes on. It begins no site that the plan does not allow, and none after it has stopped; sites in
 * progress then still come to their end.
 * @param plan as stored, not yet checked
 */
export function advanceRollout(
  plan: unknown,
  progress: RolloutProgress,
  counts: RolloutCounts,
): RolloutDecision {
  if (progress.status !== "running") return { progress, begin: 0 };
  const { data: checked } = rolloutPlan.safeParse(plan);
  const stop = (reason: StopReason): RolloutDecision => ({
    progress: { ...progress, status: "stopped", reason },
    begin: 0,
  });
  if (checked === undefined) return stop("invalidPlan");
  const { pending, inProgress, succeeded, failed } = counts;
  if (progress.wave === 0 && failed > 0) return stop("canaryFailed");
  const ended = succeeded + failed;
  if (ended >= checked.minEnded && failed * 100 > checked.maxFailedPercent * ended)
    return stop("tooManyFailed");
  const begun = inProgress + ended;
  let { wave } = progress;
  // A wave ends when all of its sites have a result.
  while (inProgress === 0 && pending > 0 && begun >= sitesUpTo(wave, checked, begun + pending))
    wave += 1;
  if (pending === 0 && inProgress === 0)
    return { progress: { ...progress, wave, status: "completed" }, begin: 0 };
  const missing = sitesUpTo(wave, checked, begun + pending) - begun;
  const begin = Math.max(0, Math.min(pending, missing, checked.maxInProgress - inProgress));
  return { progress: { ...progress, wave }, begin };
}

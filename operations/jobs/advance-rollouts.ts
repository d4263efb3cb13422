import {
  countSites,
  listSitesIn,
  type RolloutSite,
  type SiteStep,
  saveStep,
} from "#database/rollouts/rollout-sites.ts";
import {
  changeStatus,
  endLease,
  endRollout,
  expireReady,
  findRollout,
  leaseRollouts,
  type StoredRollout,
  saveProgress,
} from "#database/rollouts/rollouts.ts";
import { chunk } from "#domain/chunk.ts";
import { advanceRollout, type RolloutProgress } from "#domain/rollouts/advance-rollout.ts";
import { MAX_IN_PROGRESS, MAX_UNAPPROVED_SITES, START_WITHIN_MS } from "#domain/rollouts/limits.ts";
import { rolloutPlan } from "#domain/rollouts/rollout-plan.ts";
import { STATES_IN_PROGRESS } from "#domain/rollouts/states.ts";
import { MINUTE_MS } from "#domain/units/durations.ts";
import type { Context } from "../context.ts";
import {
  advanceSite,
  beginStep,
  checkSite,
  failIfOverdue,
  type RolloutWork,
  workOf,
} from "../rollouts/advance-site.ts";
import { findAuthor } from "../rollouts/author.ts";

/** Rollouts that one run of the job advances. */
const MAX_ROLLOUTS = 5;
/** Time after which another run takes a rollout whose run was killed, ms. */
const LEASE_MS = 5 * MINUTE_MS;
/** Sites that one run checks, and sites that are called at the same time. */
const CHECKED_AT_ONCE = 100;
const CALLED_AT_ONCE = 5;

/** Advances the open rollouts, each by a bounded step. The next run continues. */
export async function advanceRollouts(context: Context): Promise<void> {
  const { database, log, now } = context;
  await expireReady(database, { before: now() - START_WITHIN_MS, reason: "expired" });
  const lease = { now: now(), until: now() + LEASE_MS, limit: MAX_ROLLOUTS };
  for (const id of await leaseRollouts(database, lease)) {
    try {
      await advanceOne(context, id);
    } catch (error) {
      log.error("a rollout could not be advanced", error);
    }
    await endLease(database, id, now());
  }
}

async function advanceOne(context: Context, id: number): Promise<void> {
  const { database, now } = context;
  const rollout = await findRollout(database, id);
  if (rollout === undefined) return;
  const work = await prepare(context, rollout);
  if (work === null) await stop(context, rollout);
  else if (rollout.status === "checking") await checkSites(context, rollout, work);
  else await advanceSites(context, rollout, work);
  const { status } = (await findRollout(database, id)) ?? rollout;
  const { inProgress } = await countSites(database, id);
  const isOver = status === "stopped" || status === "completed";
  if (isOver && (inProgress === 0 || work === null)) await endRollout(database, id, now());
}

/** Returns what the steps share; null if the author's account was deleted. */
async function prepare(context: Context, rollout: StoredRollout): Promise<RolloutWork | null> {
  const author = await findAuthor(context, rollout.id, rollout.authorId);
  if (author === null) return null;
  // A plan that is wrong begins nothing; sites in progress are then judged without a period of health.
  const { data: plan = { healthMs: 0 } } = rolloutPlan.safeParse(rollout.plan);
  return workOf(rollout.task, author, plan);
}

/** Ends the work of a deleted account; what its sites have begun ends at the sites. */
async function stop({ database, now }: Context, { id, status }: StoredRollout): Promise<void> {
  if (status !== "stopped" && status !== "completed")
    await changeStatus(database, id, status, { status: "stopped", reason: "noAuthor" });
  const left = await listSitesIn(database, id, STATES_IN_PROGRESS, MAX_IN_PROGRESS);
  for (const row of left)
    await saveStep(database, row, {
      state: "failed",
      reason: "noResponse",
      endedAt: now(),
      isOpen: false,
    });
}

/** Checks the next sites; after the last one the rollout waits for its author. */
async function checkSites(
  context: Context,
  { id, needsApproval }: StoredRollout,
  work: RolloutWork,
): Promise<void> {
  const { database, log } = context;
  const unchecked = await listSitesIn(database, id, ["unchecked"], CHECKED_AT_ONCE);
  let isDangerous = needsApproval;
  await forEachSite(unchecked, async (row) => {
    try {
      const { step, dangers } = await checkSite(context, work, row);
      isDangerous ||= dangers.length > 0;
      await saveStep(database, row, step);
    } catch (error) {
      log.error("a site of a rollout could not be checked", error);
      await saveStep(database, row, { state: "skipped", reason: "noResponse", isOpen: false });
    }
  });
  const counts = await countSites(database, id);
  const isReady = counts.unchecked === 0;
  const status = isReady ? (counts.pending === 0 ? "completed" : "ready") : "checking";
  const isLarge = isReady && counts.pending > MAX_UNAPPROVED_SITES;
  await changeStatus(database, id, "checking", { status, needsApproval: isDangerous || isLarge });
}

/** Advances the sites in progress, decides how the rollout goes on, and begins further sites. */
async function advanceSites(
  context: Context,
  { id, plan, wave, status }: StoredRollout,
  work: RolloutWork,
): Promise<void> {
  const { database } = context;
  await advanceInProgress(context, id, work, status !== "running");
  const current = await findRollout(database, id);
  if (current?.status !== "running") return;
  const progress: RolloutProgress = { status: "running", wave, reason: null };
  const counts = await countSites(database, id);
  const decision = advanceRollout(plan, progress, counts);
  await saveProgress(database, id, decision.progress);
  if (decision.begin === 0) return;
  for (const row of await listSitesIn(database, id, ["pending"], decision.begin))
    await saveStep(database, row, beginStep(context));
  const { status: newest } = (await findRollout(database, id)) ?? current;
  await advanceInProgress(context, id, work, newest !== "running");
}

async function advanceInProgress(
  context: Context,
  id: number,
  work: RolloutWork,
  isStopped: boolean,
): Promise<void> {
  const { database, log } = context;
  const rows = await listSitesIn(database, id, STATES_IN_PROGRESS, MAX_IN_PROGRESS);
  await forEachSite(rows, async (row) => {
    let step: SiteStep | null;
    try {
      step = await advanceSite(context, work, row, isStopped);
    } catch (error) {
      log.error("a site of a rollout could not be reached", error);
      step = failIfOverdue(context, row);
    }
    if (step !== null) await saveStep(database, row, step);
  });
}

/** Runs work for sites, a few at a time. */
async function forEachSite(
  rows: readonly RolloutSite[],
  work: (row: RolloutSite) => Promise<void>,
): Promise<void> {
  for (const some of chunk([...rows], CALLED_AT_ONCE)) await Promise.all(some.map(work));
}

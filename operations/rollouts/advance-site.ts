import {
  findSiteHealth,
  type RolloutSite,
  type SiteStep,
} from "#database/rollouts/rollout-sites.ts";
import type { RolloutTask } from "#domain/rollouts/rollout.ts";
import type { RolloutPlan } from "#domain/rollouts/rollout-plan.ts";
import { MINUTE_MS } from "#domain/units/durations.ts";
import { uuidOf } from "#domain/uuid.ts";
import type { Context } from "../context.ts";
import { hasPermission, permissionOf, type RolloutAuthor } from "./author.ts";
import { firmwareTask } from "./firmware-task.ts";
import { settingsTask } from "./settings-task.ts";
import { sicknessOf } from "./sickness.ts";
import { NOTHING_TO_DO, type SiteTask, type TaskSite } from "./site-task.ts";

/** A site whose object does not answer fails after this long, ms. */
const BEGIN_WITHIN_MS = 10 * MINUTE_MS;

/** Data that the steps of a rollout share. */
export type RolloutWork = {
  task: SiteTask;
  author: RolloutAuthor;
  permission: ReturnType<typeof permissionOf>;
  healthMs: number;
};

export function workOf(
  task: RolloutTask,
  author: RolloutAuthor,
  { healthMs }: Pick<RolloutPlan, "healthMs">,
): RolloutWork {
  const siteTask = task.kind === "firmware" ? firmwareTask(task.releaseIds) : settingsTask(task);
  return { task: siteTask, author, permission: permissionOf(task), healthMs };
}

/** Returns the step with which a site is begun; it is stored before its object is called. */
export function beginStep({ now, randomBytes }: Context): SiteStep {
  const at = now();
  return { state: "starting", ref: uuidOf(randomBytes), begunAt: at, due: at + BEGIN_WITHIN_MS };
}

/**
 * Checks a site without any change.
 * @returns its next step, and the dangers of its settings
 */
export async function checkSite(
  context: Context,
  { task, author, permission }: RolloutWork,
  { siteId, undoRef }: RolloutSite,
): Promise<{ step: SiteStep; dangers: readonly string[] }> {
  if (!(await hasPermission(context, author, siteId, permission)))
    return { step: leaveOut(context, "forbidden"), dangers: [] };
  const sickness = await findSickness(context, siteId);
  if (sickness !== null) return { step: leaveOut(context, sickness), dangers: [] };
  const ref = uuidOf(context.randomBytes);
  const { reason, dangers } = await task.check(context, { siteId, ref, undoRef }, author);
  const step: SiteStep = reason === null ? { state: "pending" } : leaveOut(context, reason);
  return { step, dangers };
}

/**
 * Returns the next step of a site in progress; null if nothing changed.
 * @param isStopped whether the rollout begins no further site
 */
export async function advanceSite(
  context: Context,
  work: RolloutWork,
  row: RolloutSite,
  isStopped: boolean,
): Promise<SiteStep | null> {
  if (row.state === "watching") return watchSite(context, work, row);
  if (row.ref === null) return endSite(context, "failed", "absent");
  const site = { siteId: row.siteId, ref: row.ref, undoRef: row.undoRef };
  const now = context.now();
  const { task, healthMs } = work;
  if (row.state === "starting") {
    if (await task.hasBegun(context, site)) return { state: "working", due: now + task.lifetimeMs };
    return isFirst(row)
      ? beginSite(context, work, site, { isStopped, isOverdue: isOverdue(context, row) })
      : continueSite(context, work, site, isOverdue(context, row));
  }
  const progress = await task.read(context, site);
  if (progress.kind === "failed") return endSite(context, "failed", progress.reason);
  if (progress.kind === "done") return { state: "watching", due: now + healthMs };
  if (isOverdue(context, row)) return endSite(context, "failed", "noResponse");
  if (progress.kind === "working") return null;
  return { ...beginStep(context), begunAt: row.begunAt };
}

/** Ends an overdue site whose object could not be reached. At the end of its period of health it has some more time. */
export function failIfOverdue(context: Context, row: RolloutSite): SiteStep | null {
  const { state, due } = row;
  const extraMs = state === "watching" ? BEGIN_WITHIN_MS : 0;
  const isLate = due !== null && context.now() >= due + extraMs;
  return isLate ? endSite(context, "failed", "noResponse") : null;
}

/** Begins a site at its turn, which rechecks the access of the author and the state of the site. */
async function beginSite(
  context: Context,
  { task, author, permission }: RolloutWork,
  site: TaskSite,
  { isStopped, isOverdue }: { isStopped: boolean; isOverdue: boolean },
): Promise<SiteStep | null> {
  // Another run of the job may still call the object, so that it is asked again at the end.
  if (isStopped)
    return isOverdue ? { state: "pending", ref: null, begunAt: null, due: null } : null;
  if (isOverdue) return endSite(context, "failed", "noResponse");
  if (!(await hasPermission(context, author, site.siteId, permission)))
    return leaveOut(context, "forbidden");
  const sickness = await findSickness(context, site.siteId);
  if (sickness !== null) return endSite(context, "failed", sickness);
  const reason = await task.begin(context, site, author);
  if (reason === null) return { state: "working", due: context.now() + task.lifetimeMs };
  return NOTHING_TO_DO.has(reason) ? leaveOut(context, reason) : endSite(context, "failed", reason);
}

/** Goes on with further equipment of a site. It was changed already, so that it succeeds or fails, also after a stop. */
async function continueSite(
  context: Context,
  { task, author, permission, healthMs }: RolloutWork,
  site: TaskSite,
  isOverdue: boolean,
): Promise<SiteStep | null> {
  if (!(await hasPermission(context, author, site.siteId, permission)))
    return endSite(context, "failed", "forbidden");
  const sickness = await findSickness(context, site.siteId);
  if (sickness !== null) return isOverdue ? endSite(context, "failed", sickness) : null;
  if (isOverdue) return endSite(context, "failed", "noResponse");
  const reason = await task.begin(context, site, author);
  if (reason === null) return { state: "working", due: context.now() + task.lifetimeMs };
  return NOTHING_TO_DO.has(reason)
    ? { state: "watching", due: context.now() + healthMs }
    : endSite(context, "failed", reason);
}

/** A site that was changed has to be healthy at each run, and to still have what the rollout brought at the end. */
async function watchSite(
  context: Context,
  { task }: RolloutWork,
  row: RolloutSite,
): Promise<SiteStep | null> {
  const { siteId, ref, undoRef } = row;
  const sickness = await findSickness(context, siteId);
  if (sickness !== null) return endSite(context, "failed", sickness);
  if (!isOverdue(context, row)) return null;
  if (ref === null) return endSite(context, "failed", "absent");
  const progress = await task.read(context, { siteId, ref, undoRef });
  return progress.kind === "failed"
    ? endSite(context, "failed", progress.reason)
    : endSite(context, "succeeded", null);
}

/** Whether a site that is about to begin has not been changed yet: further equipment keeps the instant of the first. */
function isFirst({ begunAt, due }: RolloutSite): boolean {
  return begunAt !== null && due === begunAt + BEGIN_WITHIN_MS;
}

function isOverdue({ now }: Context, { due }: RolloutSite): boolean {
  return due !== null && now() >= due;
}

function endSite({ now }: Context, state: "succeeded" | "failed", reason: string | null): SiteStep {
  return { state, reason, endedAt: now(), isOpen: false };
}

function leaveOut({ now }: Context, reason: string): SiteStep {
  return { state: "skipped", reason, endedAt: now(), isOpen: false };
}

/** Returns what is reported against a site, or that there is none; null if it is online and healthy. */
async function findSickness({ database }: Context, siteId: number): Promise<string | null> {
  const site = await findSiteHealth(database, siteId);
  return site === undefined ? "absent" : sicknessOf(site);
}

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
import { NOTHING_TO_DO, type SiteTask } from "./site-task.ts";

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
  if (!(await isHealthy(context, siteId)))
    return { step: leaveOut(context, "unhealthy"), dangers: [] };
  const ref = uuidOf(context.randomBytes);
  const { reason, dangers } = await task.check(context, { siteId, ref, undoRef }, author);
  const step: SiteStep = reason === null ? { state: "pending" } : leaveOut(context, reason);
  return { step, dangers };
}

/** Returns the next step of a site in progress; null if nothing changed. */
export async function advanceSite(
  context: Context,
  work: RolloutWork,
  row: RolloutSite,
): Promise<SiteStep | null> {
  const now = context.now();
  const isOverdue = row.due !== null && now >= row.due;
  const { siteId, ref, undoRef } = row;
  if (row.state === "watching") {
    if (!isOverdue) return null;
    const isRight = await isHealthy(context, siteId);
    return endSite(context, isRight ? "succeeded" : "failed", isRight ? null : "unhealthy");
  }
  if (ref === null) return endSite(context, "failed", "absent");
  const site = { siteId, ref, undoRef };
  const { task, author, permission, healthMs } = work;
  if (row.state === "starting") {
    if (isOverdue) return endSite(context, "failed", "noResponse");
    if (!(await hasPermission(context, author, siteId, permission)))
      return leaveOut(context, "forbidden");
    const reason = await task.begin(context, site, author);
    if (reason === null) return { state: "working", due: now + task.lifetimeMs };
    return NOTHING_TO_DO.has(reason)
      ? leaveOut(context, reason)
      : endSite(context, "failed", reason);
  }
  const progress = await task.read(context, site);
  if (progress.kind === "failed") return endSite(context, "failed", progress.reason);
  if (progress.kind === "done") return { state: "watching", due: now + healthMs };
  if (isOverdue) return endSite(context, "failed", "noResponse");
  if (progress.kind === "working") return null;
  return { ...beginStep(context), begunAt: row.begunAt };
}

/** Ends an overdue site whose object could not be reached. */
export function failIfOverdue(context: Context, { due }: RolloutSite): SiteStep | null {
  return due !== null && context.now() >= due ? endSite(context, "failed", "noResponse") : null;
}

function endSite({ now }: Context, state: "succeeded" | "failed", reason: string | null): SiteStep {
  return { state, reason, endedAt: now(), isOpen: false };
}

function leaveOut({ now }: Context, reason: string): SiteStep {
  return { state: "skipped", reason, endedAt: now(), isOpen: false };
}

async function isHealthy({ database }: Context, siteId: number): Promise<boolean> {
  const site = await findSiteHealth(database, siteId);
  if (site === undefined) return false;
  return site.online && site.status !== "fault" && site.alarm !== "fault";
}

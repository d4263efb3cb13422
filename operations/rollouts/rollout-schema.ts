import { z } from "zod";
import type { findRollout } from "#database/rollouts/rollouts.ts";
import { DEFAULT_PLAN } from "#domain/rollouts/limits.ts";
import { rolloutTask } from "#domain/rollouts/rollout.ts";
import { rolloutPlan } from "#domain/rollouts/rollout-plan.ts";
import { ROLLOUT_STATUSES, SITE_STATES } from "#domain/rollouts/states.ts";
import type { Person } from "../context.ts";

export const describedRollout = z.object({
  rolloutId: z.int(),
  by: z.string().describe("Name of the author; empty for a deleted account"),
  task: rolloutTask,
  status: z
    .enum(ROLLOUT_STATUSES)
    .describe("`checking` changes nothing; `ready` waits for the start"),
  wave: z.int().describe("0 is the canary"),
  reason: z.string().nullable().describe("Why it stopped"),
  needsApproval: z.boolean().describe("Whether an administrator has to confirm it as well"),
  isApproved: z.boolean(),
  approver: z.string().nullable().describe("Name of the administrator who confirmed it"),
  isOwn: z.boolean().describe("Whether the caller is its author"),
  plan: rolloutPlan.nullable().describe("Its thresholds; null if they are not valid"),
  undoes: z.int().nullable().describe("The rollout that it undoes"),
  createTime: z.int(),
  startTime: z.int().nullable(),
  endTime: z.int().nullable(),
});

export const siteCounts = z.object({
  unchecked: z.int(),
  pending: z.int(),
  skipped: z.int().describe("Left out: nothing to do, or the check found a reason"),
  inProgress: z.int(),
  succeeded: z.int(),
  failed: z.int(),
});

/** A rollout in a list, with the number of its sites by state. */
export const listedRollout = describedRollout.extend({ sites: siteCounts });

export const NO_SITES: z.output<typeof siteCounts> = {
  ...{ unchecked: 0, pending: 0, skipped: 0, inProgress: 0, succeeded: 0, failed: 0 },
};
export const countsExample = { ...NO_SITES, pending: 1, inProgress: 1, succeeded: 1 };

export const rolloutSite = z.object({
  siteId: z.int(),
  name: z.string().describe("Empty if the caller has no access to the site"),
  key: z.string().nullable().describe("Key of its pages; null without access"),
  roleKey: z.string().nullable(),
  state: z.enum(SITE_STATES),
  reason: z.string().nullable(),
  startTime: z.int().nullable(),
  dueTime: z
    .int()
    .nullable()
    .describe("When the period of health of `watching` ends, or when the site fails otherwise"),
  endTime: z.int().nullable(),
});

type FoundRollout = NonNullable<Awaited<ReturnType<typeof findRollout>>>;

export function describeRollout(
  found: FoundRollout,
  { id: userId }: Pick<Person, "id">,
): z.output<typeof describedRollout> {
  const { id, by, task, status, wave, reason, needsApproval, approverId, undoes } = found;
  return {
    rolloutId: id,
    by: by ?? "",
    ...{ task, status, wave, reason, needsApproval, undoes },
    isApproved: approverId !== null,
    approver: found.approver,
    isOwn: found.authorId === userId,
    plan: rolloutPlan.safeParse(found.plan).data ?? null,
    createTime: found.createdAt,
    startTime: found.startedAt,
    endTime: found.endedAt,
  };
}

export const rolloutExample: z.output<typeof describedRollout> = {
  rolloutId: 3,
  by: "Olga Owner",
  task: { kind: "firmware", releaseIds: [4] },
  status: "running",
  wave: 1,
  reason: null,
  needsApproval: true,
  isApproved: true,
  approver: "Anna Administrator",
  isOwn: true,
  plan: DEFAULT_PLAN,
  undoes: null,
  createTime: 1_790_000_000_000,
  startTime: 1_790_000_600_000,
  endTime: null,
};

import { z } from "zod";
import {
  countAdministered,
  countSites,
  countSitesOf,
  countUnapproved,
  listChangedSites,
  pageSites,
} from "#database/rollouts/rollout-sites.ts";
import {
  addRollout,
  approveRollout,
  changeStatus,
  findRollout,
  listRollouts as listStored,
  MAX_OPEN_ROLLOUTS,
} from "#database/rollouts/rollouts.ts";
import { holdersOf } from "#domain/access/can.ts";
import { SITE_ROLE, USER_TYPE } from "#domain/access/roles.ts";
import { Problem } from "#domain/problem.ts";
import {
  MAX_UNAPPROVED_SITES,
  rolloutTask,
  UNAPPROVED_WINDOW_MS,
} from "#domain/rollouts/rollout.ts";
import { DEFAULT_PLAN, MAX_ROLLOUT_SITES, rolloutPlan } from "#domain/rollouts/rollout-plan.ts";
import { confirmed, signedIn } from "../access.ts";
import { confirmField } from "../confirmation.ts";
import type { Context, Person } from "../context.ts";
import { operation } from "../operation.ts";
import { permissionOf } from "./author.ts";
import {
  describedRollout,
  describeRollout,
  rolloutExample,
  rolloutSite,
  siteCounts,
} from "./rollout-schema.ts";

const MAX_PAGE = 100_000;
const MAX_PAGE_SIZE = 100;
const rolloutId = z.int().min(1);
const page = {
  page: z.int().min(1).max(MAX_PAGE).default(1),
  size: z.int().min(1).max(MAX_PAGE_SIZE).default(20),
};
const input = { rolloutId: 3 };

export const addOneRollout = operation({
  path: "POST /site/v2/rollout/add",
  description: {
    summary:
      "Prepares a change of many sites. Each site is checked first without any change; then the rollout waits for its start",
    output: describedRollout,
    example: {
      input: { task: { kind: "firmware", releaseIds: [4] }, siteIds: [12, 13, 14] },
      output: { ...rolloutExample, status: "checking", wave: 0, isApproved: false },
    },
  },
  input: z.object({
    task: rolloutTask,
    siteIds: z
      .array(z.int().min(1))
      .min(1)
      .max(MAX_ROLLOUT_SITES, "tooMany")
      .refine((ids) => new Set(ids).size === ids.length, { error: "wrongValue" })
      .describe("The first ones are the canary"),
    plan: rolloutPlan.default(DEFAULT_PLAN).describe("All thresholds, or none for the default"),
  }),
  access: signedIn("manageRollouts"),
  async run({ input: { task, siteIds, plan }, context, caller }) {
    const { database, now } = context;
    const { id: userId } = caller.person;
    const { roles } = holdersOf(permissionOf(task));
    const held = await countSitesOf(database, { userId, roles, now: now() }, siteIds);
    if (held !== siteIds.length) throw new Problem("notFound");
    const sites = siteIds.map((siteId) => ({ siteId, undoRef: null }));
    return describeAdded(context, { authorId: userId, task, plan, undoes: null }, sites);
  },
});

export const listRollouts = operation({
  path: "POST /site/v2/rollout/list",
  writes: false,
  description: {
    summary: "Returns the caller's rollouts, newest first",
    output: z.object({ total: z.int(), list: z.array(describedRollout) }),
    example: { input: {}, output: { total: 1, list: [rolloutExample] } },
  },
  input: z.object(page),
  access: signedIn("manageRollouts"),
  async run({ input, context, caller }) {
    const { total, rows } = await listStored(context.database, caller.person.id, input);
    return { total, list: rows.map(describeRollout) };
  },
});

export const getRollout = operation({
  path: "POST /site/v2/rollout/get",
  writes: false,
  description: {
    summary: "Returns a rollout with the state of its sites, for its author and its administrators",
    output: describedRollout.extend({ sites: siteCounts, list: z.array(rolloutSite) }),
    example: {
      input,
      output: {
        ...rolloutExample,
        sites: { unchecked: 0, pending: 1, skipped: 0, inProgress: 1, succeeded: 1, failed: 0 },
        list: [
          {
            siteId: 12,
            name: "North farm",
            state: "succeeded",
            reason: null,
            startTime: 1_790_000_600_000,
            endTime: 1_790_003_000_000,
          },
        ],
      },
    },
  },
  input: z.object({ rolloutId, ...page }),
  access: signedIn("manageRollouts"),
  async run({ input, context, caller }) {
    const { database } = context;
    const found = await findVisible(context, input.rolloutId, caller.person);
    const [counts, rows] = await Promise.all([
      countSites(database, found.id),
      pageSites(database, found.id, input),
    ]);
    const list = rows.map(({ begunAt, endedAt, ...row }) => ({
      ...row,
      startTime: begunAt,
      endTime: endedAt,
    }));
    return { ...describeRollout(found), sites: counts, list };
  },
});

export const startRollout = operation({
  path: "POST /site/v2/rollout/start",
  description: {
    summary:
      "Starts a checked rollout with its canary. Dangerous settings, and more than 20 sites within ten minutes, need an administrator's confirmation first",
    output: describedRollout,
    example: { input, output: rolloutExample },
  },
  input: z.object({ rolloutId, ...confirmField }),
  access: confirmed(signedIn("manageRollouts")),
  async run({ input, context, caller }) {
    const { database, now } = context;
    const found = await findOwn(context, input.rolloutId, caller.person);
    if (found.status !== "ready") throw new Problem("conflict", { data: describeRollout(found) });
    const needsApproval = found.needsApproval || (await isLarge(context, found));
    if (needsApproval && found.approverId === null) {
      await changeStatus(database, found.id, "ready", { needsApproval: true });
      const data = describeRollout({ ...found, needsApproval: true });
      throw new Problem("conflict", { message: "rolloutNeedsApproval", data });
    }
    const to = { status: "running", startedAt: now() } as const;
    const isStarted = await changeStatus(database, found.id, "ready", to);
    if (!isStarted) throw new Problem("conflict", { data: describeRollout(found) });
    return describeRollout({ ...found, ...to });
  },
});

export const approveOneRollout = operation({
  path: "POST /site/v2/rollout/approve",
  description: {
    summary:
      "Confirms another user's rollout, as a platform administrator or an administrator of all of its sites",
    output: describedRollout,
    example: { input, output: { ...rolloutExample, status: "ready" } },
  },
  input: z.object({ rolloutId, ...confirmField }),
  access: confirmed(signedIn("manageRollouts")),
  async run({ input, context, caller }) {
    const { person } = caller;
    const found = await findVisible(context, input.rolloutId, person);
    if (found.authorId === person.id) throw new Problem("forbidden");
    if (!(await approveRollout(context.database, found.id, person.id)))
      throw new Problem("conflict", { data: describeRollout(found) });
    return describeRollout({ ...found, approverId: person.id });
  },
});

export const stopRollout = operation({
  path: "POST /site/v2/rollout/stop",
  description: {
    summary: "Stops a rollout; sites in progress, at most 20, still come to their end",
    output: describedRollout,
    example: { input, output: { ...rolloutExample, status: "stopped", reason: "byUser" } },
  },
  input: z.object({ rolloutId }),
  access: signedIn("manageRollouts"),
  async run({ input, context, caller }) {
    const found = await findVisible(context, input.rolloutId, caller.person);
    const to = { status: "stopped", reason: "byUser" } as const;
    const isOver = found.status === "stopped" || found.status === "completed";
    if (isOver || !(await changeStatus(context.database, found.id, found.status, to)))
      throw new Problem("conflict", { data: describeRollout(found) });
    return describeRollout({ ...found, ...to });
  },
});

export const undoRollout = operation({
  path: "POST /site/v2/rollout/undo",
  description: {
    summary:
      "Prepares a rollout that writes back the settings that an ended one changed, where they still have its values",
    output: describedRollout,
    example: { input, output: { ...rolloutExample, rolloutId: 4, undoes: 3, status: "checking" } },
  },
  input: z.object({ rolloutId }),
  access: signedIn("manageRollouts"),
  async run({ input, context, caller }) {
    const found = await findOwn(context, input.rolloutId, caller.person);
    const { task, plan, id } = found;
    if (task.kind !== "settings" || found.endedAt === null)
      throw new Problem("conflict", { data: describeRollout(found) });
    const sites = await listChangedSites(context.database, id, MAX_ROLLOUT_SITES);
    if (sites.length === 0) throw new Problem("conflict", { data: describeRollout(found) });
    const authorId = caller.person.id;
    return describeAdded(context, { authorId, task, plan, undoes: id }, sites);
  },
});

async function describeAdded(
  context: Context,
  rollout: Omit<Parameters<typeof addRollout>[1], "now">,
  sites: Parameters<typeof addRollout>[2],
) {
  const { database, now } = context;
  const id = await addRollout(database, { ...rollout, now: now() }, sites);
  if (id === null)
    throw new Problem("conflict", { message: "rolloutOpen", limit: MAX_OPEN_ROLLOUTS });
  return describeRollout(await findOr(context, id));
}

/** Whether a rollout, with the author's others, would change more sites than one user may without a confirmation. */
async function isLarge(
  { database, now }: Context,
  { id, authorId }: { id: number; authorId: number | null },
): Promise<boolean> {
  const { pending } = await countSites(database, id);
  const since = now() - UNAPPROVED_WINDOW_MS;
  const others = authorId === null ? 0 : await countUnapproved(database, authorId, since);
  return pending + others > MAX_UNAPPROVED_SITES;
}

async function findOr({ database }: Context, id: number) {
  const found = await findRollout(database, id);
  if (found === undefined) throw new Problem("notFound");
  return found;
}

async function findOwn(context: Context, id: number, { id: userId }: Person) {
  const found = await findOr(context, id);
  if (found.authorId !== userId) throw new Problem("notFound");
  return found;
}

/** Finds a rollout of the user, or one that the user may confirm. */
async function findVisible(context: Context, id: number, { id: userId, type }: Person) {
  const found = await findOr(context, id);
  if (found.authorId === userId || type === USER_TYPE.platformAdministrator) return found;
  const who = { userId, roles: [SITE_ROLE.administrator], now: context.now() };
  const { total, administered } = await countAdministered(context.database, id, who);
  if (total === 0 || administered < total) throw new Problem("notFound");
  return found;
}

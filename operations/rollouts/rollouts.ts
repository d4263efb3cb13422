import { z } from "zod";
import { countSitesOf, listChangedSites, listOpenSites } from "#database/rollouts/rollout-sites.ts";
import { addRollout, changeStatus, MAX_OPEN_ROLLOUTS } from "#database/rollouts/rollouts.ts";
import { approveRollout, startChecked } from "#database/rollouts/second-confirmation.ts";
import { holdersOf } from "#domain/access/can.ts";
import { Problem } from "#domain/problem.ts";
import {
  DEFAULT_PLAN,
  MAX_ROLLOUT_SITES,
  MAX_UNAPPROVED_SITES,
  UNAPPROVED_WINDOW_MS,
} from "#domain/rollouts/limits.ts";
import { rolloutTask } from "#domain/rollouts/rollout.ts";
import { rolloutPlan } from "#domain/rollouts/rollout-plan.ts";
import { confirmed, signedIn } from "../access.ts";
import { confirmField } from "../confirmation.ts";
import type { Context, Person } from "../context.ts";
import { operation } from "../operation.ts";
import { permissionOf } from "./author.ts";
import { findOr, findOwn, findVisible } from "./find-rollout.ts";
import { describedRollout, describeRollout, rolloutExample } from "./rollout-schema.ts";

/** Maximum number of sites that a conflict names. */
const MAX_NAMED_SITES = 100;
const rolloutId = z.int().min(1);
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
    return describeAdded(context, caller.person, { task, plan, undoes: null }, sites);
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
    const { person } = caller;
    const found = await findOwn(context, input.rolloutId, person);
    const at = now();
    const since = at - UNAPPROVED_WINDOW_MS;
    if (await startChecked(database, found.id, { now: at, since, maxSites: MAX_UNAPPROVED_SITES }))
      return describeRollout(await findOr(context, found.id), person);
    if (found.status !== "ready" || found.approverId !== null)
      throw new Problem("conflict", { data: describeRollout(found, person) });
    await changeStatus(database, found.id, "ready", { needsApproval: true });
    const data = describeRollout({ ...found, needsApproval: true }, person);
    throw new Problem("conflict", { message: "rolloutNeedsApproval", data });
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
      throw new Problem("conflict", { data: describeRollout(found, caller.person) });
    return describeRollout({ ...found, approverId: person.id, approver: person.name }, person);
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
      throw new Problem("conflict", { data: describeRollout(found, caller.person) });
    return describeRollout({ ...found, ...to }, caller.person);
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
      throw new Problem("conflict", { data: describeRollout(found, caller.person) });
    const sites = await listChangedSites(context.database, id, MAX_ROLLOUT_SITES);
    if (sites.length === 0)
      throw new Problem("conflict", { data: describeRollout(found, caller.person) });
    return describeAdded(context, caller.person, { task, plan, undoes: id }, sites);
  },
});

/** @throws Problem conflict, with the sites that are in another open rollout, or if too many are open */
async function describeAdded(
  context: Context,
  person: Person,
  rollout: Omit<Parameters<typeof addRollout>[1], "now" | "authorId">,
  sites: Parameters<typeof addRollout>[2],
) {
  const { database, now } = context;
  const id = await addRollout(database, { ...rollout, authorId: person.id, now: now() }, sites);
  if (id !== null) return describeRollout(await findOr(context, id), person);
  const ids = sites.map(({ siteId }) => siteId);
  const siteIds = await listOpenSites(database, ids, MAX_NAMED_SITES);
  throw new Problem("conflict", {
    message: "rolloutOpen",
    limit: MAX_OPEN_ROLLOUTS,
    data: { siteIds },
  });
}

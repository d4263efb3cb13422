import type { RolloutTask } from "#domain/rollouts/rollout.ts";
import type { ChangeItemRequest, ChangeRequest } from "#domain/settings/change.ts";
import { HOUR_MS } from "#domain/units/durations.ts";
import type { ChangeAuthor } from "#protocol/settings.ts";
import type { Context } from "../context.ts";
import type { RolloutAuthor } from "./author.ts";
import type { SiteTask, TaskSite } from "./site-task.ts";

type SettingsTask = Extract<RolloutTask, { kind: "settings" }>;

/** Changes settings of a site as one change, or writes back what an earlier rollout changed there. */
export function settingsTask(task: SettingsTask): SiteTask {
  return {
    lifetimeMs: HOUR_MS,
    async check(context, site, author) {
      const request = await requestOf(context, site, task);
      if (request === null) return { reason: "nothing", dangers: [] };
      const object = context.siteObject(site.siteId);
      const checked = await object.checkChange(request, changeAuthor(author));
      if (checked === null) return { reason: "absent", dangers: [] };
      const { refusals, dangers } = checked;
      return { reason: refusals[0]?.code ?? null, dangers };
    },
    async hasBegun(context, site) {
      return (await readChange(context, site)) !== undefined;
    },
    async begin(context, site, author) {
      const object = context.siteObject(site.siteId);
      const request = await requestOf(context, site, task);
      if (request === null) return "nothing";
      const result = await object.submitChange(request, changeAuthor(author));
      if (result.ok) return null;
      return result.reason === "refused" ? (result.refusals[0]?.code ?? "refused") : result.reason;
    },
    async read(context, site) {
      const change = await readChange(context, site);
      if (change === undefined) return { kind: "failed", reason: "absent" };
      const { result, state } = change;
      if (state !== "ended" && state !== "held") return { kind: "working" };
      const isRight = result === "success" || result === "not modified";
      // A device that put a value back has a result of its own, and the second read may find it first.
      if (isRight && change.items.some(({ held }) => held === false))
        return { kind: "failed", reason: "reverted by device" };
      return isRight ? { kind: "done" } : { kind: "failed", reason: result ?? "unknown" };
    },
  };
}

async function readChange({ siteObject }: Context, { siteId, ref }: TaskSite) {
  const { changes } = await siteObject(siteId).readChanges({ page: 1, size: 1, changeId: ref });
  return changes[0];
}

/** Returns the change of a site; null if an undoing rollout has nothing to write back there. */
async function requestOf(
  context: Context,
  site: TaskSite,
  { items, atomic, revertAfter }: SettingsTask,
): Promise<ChangeRequest | null> {
  const options = {
    ...(atomic !== undefined && { atomic }),
    ...(revertAfter !== undefined && { revertAfter }),
  };
  if (site.undoRef === null) return { changeId: site.ref, items, ...options };
  const done = await readChange(context, { ...site, ref: site.undoRef });
  const undone: ChangeItemRequest[] = (done?.items ?? []).flatMap((item) =>
    item.result === "success" && item.from !== null
      ? [{ address: item.address, value: item.from, expected: item.value }]
      : [],
  );
  return undone.length === 0 ? null : { changeId: site.ref, items: undone, ...options };
}

/** A site with an advanced password refuses the rollout, which cannot enter it. */
function changeAuthor({ id, name, rightsVersion, session }: RolloutAuthor): ChangeAuthor {
  return { id, name, session, rightsVersion, isAdvanced: false };
}

import { z } from "zod";
import { findOpenRollout } from "#database/rollouts/open-rollout.ts";
import { addRollout, MAX_OPEN_ROLLOUTS } from "#database/rollouts/rollouts.ts";
import { updateRecord } from "#domain/firmware/update.ts";
import { Problem } from "#domain/problem.ts";
import { equipmentAddress } from "#domain/registers/address.ts";
import { DEFAULT_PLAN, MAX_ROLLOUT_RELEASES } from "#domain/rollouts/limits.ts";
import type { SiteFirmware } from "#protocol/firmware/firmware-rpc.ts";
import { onSite } from "../access.ts";
import { authorOf } from "../alarms/author.ts";
import { requireConfirmation } from "../confirmation.ts";
import type { Context, SignedIn } from "../context.ts";
import { operation } from "../operation.ts";
import { siteInput } from "../site-input.ts";
import { confirmInstallation, startUpdate } from "./start-update.ts";
import { listUpdateRows, type UpdateRow } from "./update-rows.ts";
import {
  factsExample,
  recordExample,
  rowExample,
  siteUpdateFacts,
  updateRow,
} from "./update-schema.ts";

const updateId = z.uuid().toLowerCase();
/** Number of updates in an answer. */
const LISTED_UPDATES = 20;

export const listUpdates = operation({
  path: "POST /site/v2/equipment/getUpdateInfoBySiteId",
  writes: false,
  description: {
    summary: "Returns the components of a site's equipment with their updates and releases",
    output: z.object({
      ...siteUpdateFacts,
      list: z.array(updateRow),
      updates: z.array(updateRecord).describe("The newest updates, newest first"),
    }),
    example: {
      input: { id: 12 },
      output: { ...factsExample, list: [rowExample], updates: [recordExample] },
    },
  },
  input: siteInput({}),
  access: onSite("updateFirmware"),
  async run({ context, caller, site }) {
    const facts = await readFirmware(context, site.id);
    const [shared, list] = await Promise.all([
      describeSite(context, caller, site.id, facts),
      listUpdateRows(context, facts),
    ]);
    return { ...shared, list, updates: facts.updates.slice(0, LISTED_UPDATES) };
  },
});

export const listMergedUpdates = operation({
  path: "POST /site/v4/equipment/getMergeUpdateInfoBySiteId",
  writes: false,
  description: {
    summary: "Returns the same, one row for each piece of equipment",
    output: z.object({
      ...siteUpdateFacts,
      list: z.array(
        updateRow.pick({ address: true, typeCode: true, name: true, model: true }).extend({
          updating: z.boolean().describe("Whether one of its components is updated"),
          progress: z.number().describe("That of the component that is updated, %"),
          components: z.array(updateRow),
        }),
      ),
    }),
    example: {
      input: { id: 12 },
      output: {
        ...factsExample,
        list: [
          {
            ...{ address: "003311", typeCode: "0033", name: "K1 5000", model: "K1-5000" },
            ...{ updating: true, progress: 40, components: [rowExample] },
          },
        ],
      },
    },
  },
  input: siteInput({}),
  access: onSite("updateFirmware"),
  async run({ context, caller, site }) {
    const facts = await readFirmware(context, site.id);
    const [shared, rows] = await Promise.all([
      describeSite(context, caller, site.id, facts),
      listUpdateRows(context, facts),
    ]);
    const byAddress = Map.groupBy(rows, ({ address }) => address);
    return { ...shared, list: [...byAddress.values()].map(mergeRows) };
  },
});

export const startOneUpdate = operation({
  path: "POST /site/v2/equipment/remote/update",
  description: {
    summary:
      "Transfers a release to a piece of equipment and installs it. Returns 409 with a `reason` in `data` if it cannot begin; a repeated `updateId` begins nothing",
    output: updateRecord,
    example: {
      input: { id: 12, updateId: recordExample.updateId, address: "003311", releaseId: 4 },
      output: recordExample,
    },
  },
  input: siteInput({
    updateId: updateId.describe("Random UUID of the caller"),
    address: equipmentAddress,
    releaseId: z.int().min(1),
    install: z
      .boolean()
      .default(true)
      .describe("Whether the file is installed as soon as it is transferred"),
  }),
  access: onSite("updateFirmware"),
  async run({ input, context, caller, site }) {
    const { updateId, address, releaseId, install: installs } = input;
    const order = { siteId: site.id, updateId, address, releaseId, installs };
    await countSite(context, caller, site.id);
    return resultOf(await startUpdate(context, order, authorOf(caller.person)));
  },
});

export const startAllUpdates = operation({
  path: "POST /site/v2/equipment/remote/update/all",
  description: {
    summary:
      "Updates all equipment of a site for which there is a release, one piece at a time, as a rollout. Returns its number",
    output: z.object({ rolloutId: z.int() }),
    example: { input: { id: 12 }, output: { rolloutId: 3 } },
  },
  input: siteInput({}),
  access: onSite("updateFirmware"),
  async run({ context, caller, site }) {
    const { database, now } = context;
    const rows = await listUpdateRows(context, await readFirmware(context, site.id));
    const offered = new Set(rows.flatMap(({ available }) => available?.releaseId ?? []));
    const releaseIds = [...offered].slice(0, MAX_ROLLOUT_RELEASES);
    if (releaseIds.length === 0)
      throw new Problem("conflict", { message: "updateRefused", data: { reason: "nothing" } });
    await countSite(context, caller, site.id);
    const rollout = {
      authorId: caller.person.id,
      task: { kind: "firmware", releaseIds },
      plan: DEFAULT_PLAN,
      undoes: null,
      isChecked: true,
      now: now(),
    } as const;
    const rolloutId = await addRollout(database, rollout, [{ siteId: site.id, undoRef: null }]);
    if (rolloutId === null)
      throw new Problem("conflict", { message: "rolloutOpen", limit: MAX_OPEN_ROLLOUTS });
    return { rolloutId };
  },
});

export const confirmUpdate = operation({
  path: "POST /site/v2/equipment/remote/update/confirm",
  description: {
    summary:
      "Installs a transferred release that waits for it, after it was verified again. Returns 409 with a `reason` in `data` if it may not be installed",
    output: updateRecord,
    example: { input: { id: 12, updateId: recordExample.updateId }, output: recordExample },
  },
  input: siteInput({ updateId }),
  access: onSite("updateFirmware"),
  async run({ input, context, caller, site }) {
    const { updateId: id } = input;
    await countSite(context, caller, site.id);
    return resultOf(await confirmInstallation(context, site.id, id, authorOf(caller.person)));
  },
});

/**
 * Counts the site among those that the user changes, so that a stolen session does not update many.
 * @throws Problem forbidden until the session has confirmed the user's identity
 */
async function countSite(context: Context, caller: SignedIn, siteId: number): Promise<void> {
  const { person, session } = caller;
  const counter = context.switchCounter(person.id);
  const isAllowed =
    (await counter.allowChange({ site: `site-${siteId}`, session })) &&
    (await counter.allow({ site: `firmware-${siteId}`, session }));
  if (!isAllowed) await requireConfirmation({}, caller, context);
}

async function describeSite(
  { database }: Context,
  { person }: SignedIn,
  siteId: number,
  { isOnline, refusal, awaited, soc }: SiteFirmware,
) {
  const open = await findOpenRollout(database, siteId);
  const isFirmware = open?.task.kind === "firmware";
  const rollout = isFirmware ? { rolloutId: open.id, own: open.authorId === person.id } : null;
  return { online: isOnline, refusal, rollout, awaited, soc };
}

async function readFirmware(context: Context, siteId: number): Promise<SiteFirmware> {
  const facts = await context.siteObject(siteId).readFirmware();
  if (facts === null) throw new Problem("notFound");
  return facts;
}

function resultOf<Record>(
  result: { ok: true; update: Record } | { ok: false; reason: string },
): Record {
  if (result.ok) return result.update;
  if (result.reason === "absent") throw new Problem("notFound");
  throw new Problem("conflict", { message: "updateRefused", data: { reason: result.reason } });
}

function mergeRows(rows: readonly UpdateRow[]) {
  const [first] = rows;
  if (first === undefined) throw new RangeError("no rows");
  const { address, typeCode, name, model } = first;
  const active = rows.find(({ updating }) => updating);
  return {
    ...{ address, typeCode, name, model, updating: active !== undefined },
    progress: active?.progress ?? 0,
    components: [...rows],
  };
}

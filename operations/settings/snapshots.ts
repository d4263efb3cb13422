import { z } from "zod";
import { Problem } from "#domain/problem.ts";
import { registerAddress } from "#domain/registers/address.ts";
import { registerValue } from "#domain/registers/register.ts";
import { diffSnapshots, type Snapshot } from "#domain/settings/snapshot.ts";
import type { SettingState } from "#protocol/settings.ts";
import { onSite } from "../access.ts";
import type { Context } from "../context.ts";
import { operation } from "../operation.ts";
import { siteInput } from "../site-input.ts";
import { snapshotExample, snapshotHead } from "./setting-schema.ts";

const snapshotId = z.int().min(1);
const ADDRESS = "0033110047";

export const listSnapshots = operation({
  path: "POST /site/v2/setting/snapshots",
  writes: false,
  description: {
    summary: "Returns the snapshots of a site's settings, newest first",
    output: z.object({ list: z.array(snapshotHead) }),
    example: { input: { id: 12 }, output: { list: [snapshotExample] } },
  },
  input: siteInput({}),
  access: onSite("configure"),
  async run({ context, site }) {
    return { list: await context.siteObject(site.id).listSnapshots() };
  },
});

export const readSnapshot = operation({
  path: "POST /site/v2/setting/snapshot",
  writes: false,
  description: {
    summary: "Returns a snapshot of a site's settings",
    output: snapshotHead.extend({
      values: z.record(registerAddress, registerValue),
    }),
    example: {
      input: { id: 12, snapshotId: 3 },
      output: {
        ...snapshotExample,
        values: { [ADDRESS]: 230 },
      },
    },
  },
  input: siteInput({ snapshotId }),
  access: onSite("configure"),
  async run({ input: { snapshotId: wanted }, context, site }) {
    const snapshot = await findSnapshot(context, site.id, wanted);
    return { ...snapshot, snapshotId: wanted };
  },
});

export const diffSettings = operation({
  path: "POST /site/v2/setting/diff",
  writes: false,
  description: {
    summary: "Compares two snapshots, or one with the current settings",
    output: z.object({
      list: z.array(
        z.object({
          address: registerAddress,
          from: registerValue.optional().describe("Absent if the first has no value"),
          to: registerValue.optional().describe("Absent if the second has no value"),
        }),
      ),
    }),
    example: {
      input: { id: 12, from: 3 },
      output: { list: [{ address: ADDRESS, from: 220, to: 230 }] },
    },
  },
  input: siteInput({
    from: snapshotId,
    to: snapshotId.optional().describe("The current settings if omitted"),
  }),
  access: onSite("configure"),
  async run({ input: { from, to }, context, caller, site }) {
    const [before, after, settings] = await Promise.all([
      findSnapshot(context, site.id, from),
      findSnapshot(context, site.id, to ?? null),
      readSettings(context, site.id, caller.session),
    ]);
    return { list: diffSnapshots(before, after, precisionOf(settings)) };
  },
});

const restoreItem = z.object({
  address: registerAddress,
  value: registerValue,
  expected: registerValue,
});
const restoreItemExample = { address: ADDRESS, value: 220, expected: 230 };

export const planRestoration = operation({
  path: "POST /site/v2/setting/restore",
  writes: false,
  description: {
    summary:
      "Returns the changes that restore a snapshot, to be shown and submitted one by one: harmless settings together, each dangerous one apart, groups and connected registers as one",
    output: z.object({
      changes: z.array(
        z.object({
          dangers: z.array(z.string()).describe("Dangers of its settings"),
          items: z.array(restoreItem),
        }),
      ),
      items: z.array(restoreItem).describe("All settings without a danger"),
      dangerous: z.array(restoreItem.extend({ danger: z.string() })),
      omitted: z.array(z.object({ address: registerAddress, reason: z.string() })),
    }),
    example: {
      input: { id: 12, snapshotId: 3 },
      output: {
        changes: [{ dangers: [], items: [restoreItemExample] }],
        items: [restoreItemExample],
        dangerous: [],
        omitted: [],
      },
    },
  },
  input: siteInput({ snapshotId }),
  access: onSite("configure"),
  async run({ input: { snapshotId: wanted }, context, site }) {
    const plan = await context.siteObject(site.id).planRestore(wanted);
    if (plan === null) throw new Problem("notFound");
    return plan;
  },
});

async function findSnapshot(
  context: Context,
  siteId: number,
  id: number | null,
): Promise<Snapshot> {
  const snapshot = await context.siteObject(siteId).readSnapshot(id);
  if (snapshot === null) throw new Problem("notFound");
  return snapshot;
}

async function readSettings(context: Context, siteId: number, session: string) {
  const read = await context.siteObject(siteId).readSettings(session);
  const settings = (read?.settings ?? []).map((one) => [one.address, one] as const);
  return new Map<string, SettingState>(settings);
}

/** Number of decimals if logger and catalogue name none. */
const DEFAULT_PRECISION = 3;

function precisionOf(settings: ReadonlyMap<string, SettingState>) {
  return (address: string) => settings.get(address)?.precision ?? DEFAULT_PRECISION;
}

import { z } from "zod";
import { listRetentionChanges, recordRetentionChange } from "#database/sites/retention-changes.ts";
import { RETENTION_YEARS } from "#domain/history/retention-years.ts";
import { EXPIRED_BEFORE, type SiteRetention } from "#protocol/site-rpc.ts";
import { onSite } from "../access.ts";
import { operation } from "../operation.ts";
import { siteInput } from "../site-input.ts";

/** Maximum number of log entries returned, newest first. */
const MAX_CHANGES = 20;

const years = z.int().nullable().describe("Years for which samples are kept; null for no limit");
const retention = z.object({
  years,
  expiredBefore: z
    .int()
    .nullable()
    .describe(
      "Instant before which only rollups are kept, ms UTC; null if no samples were deleted",
    ),
});

/** Names the fields of the site object's answer as the pages do. */
function toRetention({ years, [EXPIRED_BEFORE]: expiredBefore }: SiteRetention) {
  return { years, expiredBefore };
}

const change = z.object({
  id: z.int(),
  time: z.int().describe("ms UTC"),
  by: z
    .object({ id: z.int(), name: z.string() })
    .nullable()
    .describe("Null if the account was deleted"),
  oldYears: years,
  newYears: years,
});
const example = { years: 5, expiredBefore: 1_632_787_200_000 };

export const getRetention = operation({
  path: "POST /site/v2/history/retention",
  writes: false,
  served: "pages",
  description: {
    summary: "Returns how long a site keeps samples, and the changes of that setting, newest first",
    output: retention.extend({ changes: z.array(change) }),
    example: {
      input: { siteId: 12 },
      output: {
        ...example,
        changes: [
          {
            id: 4,
            time: 1_790_000_000_000,
            by: { id: 7, name: "Ana" },
            oldYears: null,
            newYears: 5,
          },
        ],
      },
    },
  },
  input: siteInput({}),
  access: onSite("editSite"),
  async run({ context, site }) {
    const [kept, changes] = await Promise.all([
      context.siteObject(site.id).readRetention(),
      listRetentionChanges(context.database, site.id, MAX_CHANGES),
    ]);
    return { ...toRetention(kept), changes };
  },
});

export const updateRetention = operation({
  path: "POST /site/v2/history/updateRetention",
  served: "pages",
  description: {
    summary:
      "Sets how long a site keeps samples. Of older ones only lifetime counters and rollups remain (energies; averages, minimum, maximum). Deletion begins a day later and cannot be undone",
    output: retention,
    example: { input: { siteId: 12, years: 5 }, output: { years: 5, expiredBefore: null } },
  },
  input: siteInput({
    years: z.literal(RETENTION_YEARS, "wrongValue").nullable().describe("Years; null for no limit"),
  }),
  access: onSite("editSite"),
  async run({ input, context, caller, site }) {
    const object = context.siteObject(site.id);
    const { years: oldYears } = await object.readRetention();
    const kept = await object.setRetention(input.years);
    await recordRetentionChange(context.database, {
      siteId: site.id,
      at: context.now(),
      by: caller.person.id,
      oldYears,
      newYears: kept.years,
    });
    return toRetention(kept);
  },
});

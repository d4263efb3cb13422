import { z } from "zod";
import { RETENTION_YEARS } from "#domain/history/retention-years.ts";
import { onSite } from "../access.ts";
import { operation } from "../operation.ts";
import { siteInput } from "../site-input.ts";

const retention = z.object({
  years: z.int().nullable().describe("Samples are kept for so many years; null: for good"),
  forgottenBefore: z
    .int()
    .nullable()
    .describe("Of what was before it only rollups are left, ms UTC; null: nothing is forgotten"),
});
const example = { years: 5, forgottenBefore: 1_632_787_200_000 };

export const getRetention = operation({
  path: "POST /site/v2/history/retention",
  served: "pages",
  description: {
    summary: "How long a site keeps samples",
    output: retention,
    example: { input: { siteId: 12 }, output: example },
  },
  input: siteInput({}),
  access: onSite("editSite"),
  run: ({ context, site }) => context.siteObject(site.id).readRetention(),
});

export const updateRetention = operation({
  path: "POST /site/v2/history/updateRetention",
  served: "pages",
  description: {
    summary:
      "How long a site keeps samples. Of what is older only rollups stay, and lifetime counters: energies, days, averages with their least and greatest. It begins a day later, and cannot be undone",
    output: retention,
    example: { input: { siteId: 12, years: 5 }, output: { years: 5, forgottenBefore: null } },
  },
  input: siteInput({
    years: z.literal(RETENTION_YEARS, "wrongValue").nullable().describe("null: for good"),
  }),
  access: onSite("editSite"),
  run: ({ input: { years }, context, site }) => context.siteObject(site.id).setRetention(years),
});

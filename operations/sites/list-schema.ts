import { z } from "zod";
import { siteRole } from "#domain/access/role-schemas.ts";
import { listedStatus } from "#domain/sites/site-list.ts";
import { briefSite, briefSiteExample, listedSite, listedSiteExample } from "./site-schema.ts";

const more = {
  tags: z.array(z.string()),
  country: z.string().describe("Country of the position, ISO 3166-1 alpha-2; empty if unknown"),
};
const moreExample = { tags: ["harbour"], country: "DE" };

/** A listed site in the API. */
export const siteOfList = listedSite.extend(more);
export const siteOfListExample = { ...listedSiteExample, ...moreExample };

const lineExtras = z.object({
  ...more,
  role: siteRole,
  owner: z.boolean().describe("Whether the caller owns the site"),
  load: z.number().nullable().describe("W"),
  grid: z.number().nullable().describe("W, + is import"),
  createTime: z.int().describe("ms UTC"),
});

/** A list row; fields of optional columns are present if requested. */
export const lineOfList = briefSite.extend({
  recording: z
    .boolean()
    .describe("Whether the site's logger replays a recording, which a tag marks"),
  hasLog: z.boolean().describe("Whether the caller may view the alarm log of the site"),
  more: lineExtras.nullable(),
});
export const lineOfListExample = {
  ...briefSiteExample,
  recording: false,
  hasLog: true,
  more: null,
};

/** The number of the caller's sites of a status. */
export const tally = z.object({ status: listedStatus, sites: z.int() });

/** The number of the caller's sites for each filter. */
export const listFilters = z.object({
  status: z.array(tally),
  tags: z.array(z.object({ name: z.string(), sites: z.int() })),
  countries: z.array(z.object({ code: z.string(), sites: z.int() })),
});
export const listFiltersExample = {
  status: [{ status: "normal" as const, sites: 3 }],
  tags: [{ name: "harbour", sites: 2 }],
  countries: [{ code: "DE", sites: 3 }],
};

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
  solarCurve: z
    .object({
      levels: z.string().describe("A digit in base 36 for each hour, - without data"),
      peak: z.number().describe("Power of the highest level, W"),
    })
    .nullable()
    .describe("Solar power of the last 24 hours; null without data"),
  yield: z
    .object({
      yield: z.number().describe("kWh per kWp and day, mean of up to seven days"),
      ratio: z.number().nullable().describe("To the median of the other sites"),
      among: z.enum(["neighbours", "all"]).describe("Which other sites"),
      others: z.int().describe("Number of other sites"),
    })
    .nullable()
    .describe("Specific yield beside that of other sites; null if unknown or not requested"),
  more: lineExtras.nullable(),
});
export const lineOfListExample = {
  ...briefSiteExample,
  recording: false,
  hasLog: true,
  solarCurve: null,
  yield: null,
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

import { z } from "zod";
import { readSiteMap } from "#database/site-list/site-map.ts";
import { MAX_ON_MAP, siteListQuery } from "#domain/sites/site-list.ts";
import { siteStatus } from "#domain/sites/site-status.ts";
import { signedIn } from "../access.ts";
import { operation } from "../operation.ts";
import { siteScope } from "./list-sites.ts";

/** Returns all of the caller's sites with the fields of a map marker only. */
export const mapSites = operation({
  path: "POST /site/v4/getMapBySearchFilter",
  served: "pages",
  description: {
    summary: "Lists the caller's sites for a map, at most 10,000",
    output: z.object({
      list: z.array(
        z.object({
          id: z.int(),
          name: z.string(),
          latitude: z.number(),
          longitude: z.number(),
          status: siteStatus.or(z.literal("neverConnected")),
          owner: z.boolean().describe("Whether the caller owns the site"),
        }),
      ),
      withoutPosition: z.int().describe("Number of sites without a position"),
      more: z.boolean().describe("Whether there are more sites than listed"),
    }),
    example: {
      input: { search: "roof", filter: { status: ["normal"] } },
      output: {
        list: [
          {
            id: 12,
            name: "Harbour roof",
            latitude: 53.5,
            longitude: 10,
            status: "normal" as const,
            owner: true,
          },
        ],
        withoutPosition: 1,
        more: false,
      },
    },
  },
  input: siteListQuery.pick({ search: true, filter: true }),
  access: signedIn("listSites"),
  async run({ input, context, caller }) {
    const scope = siteScope(caller, context);
    const wanted = { query: input, limit: MAX_ON_MAP + 1 };
    const found = await readSiteMap(context.database, scope, wanted);
    const sites = found.slice(0, MAX_ON_MAP);
    const list = sites.flatMap(({ latitude, longitude, ...site }) =>
      latitude === null || longitude === null ? [] : [{ ...site, latitude, longitude }],
    );
    return {
      list,
      withoutPosition: sites.length - list.length,
      more: found.length > MAX_ON_MAP,
    };
  },
});

import { z } from "zod";
import { countFacets } from "#database/site-list/site-filters.ts";
import { COUNTRY, STATUS, storedStatus, TAG } from "#database/site-list/site-index.ts";
import { normalizeForSearch } from "#domain/sites/normalize-for-search.ts";
import { LISTED_STATUSES } from "#domain/sites/site-list.ts";
import { signedIn } from "../access.ts";
import type { Context, SignedIn } from "../context.ts";
import { operation } from "../operation.ts";
import { listFilters, listFiltersExample } from "./list-schema.ts";
import { siteScope } from "./list-sites.ts";
import { listed } from "./site-schema.ts";

/** Returns the available filters of the site list. */
export const getListFilters = operation({
  path: "POST /site/v2/getListFilters",
  served: "pages",
  description: {
    summary: "Lists the filters of the caller's sites, with the number of matching sites for each",
    output: listFilters,
    example: { input: {}, output: listFiltersExample },
  },
  input: z.object({}),
  access: signedIn("listSites"),
  async run(asked) {
    const filters = await readFilters(asked);
    const statuses = new Map(filters.under(STATUS).map(({ name, sites }) => [name, sites]));
    return {
      status: LISTED_STATUSES.map((status) => ({
        status,
        sites: statuses.get(storedStatus(status)) ?? 0,
      })),
      tags: filters.under(TAG),
      countries: filters.under(COUNTRY).map(({ name, sites }) => ({ code: name, sites })),
    };
  },
});

export const getAllTags = operation({
  path: "POST /site/v2/getALLTag",
  description: {
    summary: "Lists all tags of the caller's sites, with the number of sites for each",
    output: listed(z.object({ name: z.string(), sites: z.int() })),
    example: { input: {}, output: { total: 1, list: [{ name: "harbour", sites: 2 }] } },
  },
  input: z.object({}),
  access: signedIn("listSites"),
  async run(asked) {
    const list = (await readFilters(asked)).under(TAG);
    return { total: list.length, list };
  },
});

async function readFilters({ context, caller }: { context: Context; caller: SignedIn }) {
  const facets = await countFacets(context.database, siteScope(caller, context));
  return {
    under: (kind: string) =>
      facets
        .filter(({ facet }) => facet.startsWith(kind))
        .map(({ facet, sites }) => ({ name: facet.slice(kind.length), sites }))
        .sort((one, other) =>
          compareTexts(normalizeForSearch(one.name), normalizeForSearch(other.name)),
        ),
  };
}

const compareTexts = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);

import { z } from "zod";
import {
  BRIEF,
  type BriefSite,
  FULL,
  type FullSite,
  WIDE,
  type WideSite,
} from "#database/site-list/site-columns.ts";
import { type CountedFacet, countStatuses } from "#database/site-list/site-filters.ts";
import { STATUS, storedStatus } from "#database/site-list/site-index.ts";
import { listSites, ownsSites } from "#database/site-list/site-list.ts";
import { readYields } from "#database/site-list/site-scan.ts";
import { can } from "#domain/access/can.ts";
import { Problem } from "#domain/problem.ts";
import { hasRecordingTag } from "#domain/sites/recording.ts";
import {
  LISTED_STATUSES,
  MAX_UNPAGED_SITES,
  pageQuery,
  type SiteListQuery,
  siteListQuery,
} from "#domain/sites/site-list.ts";
import {
  type CurveLevels,
  levelsOf,
  readSolarCurve,
  type SolarHours,
} from "#domain/sites/solar-curve.ts";
import { sealRoleKey, sealSiteKey } from "#protocol/keys/page-keys.ts";
import { actorOf, signedIn } from "../access.ts";
import type { Context, Person, SignedIn } from "../context.ts";
import { operation } from "../operation.ts";
import { describeSite } from "./describe-site.ts";
import {
  lineOfList,
  lineOfListExample,
  siteOfList,
  siteOfListExample,
  tally,
} from "./list-schema.ts";
import { listed, listedPage } from "./site-schema.ts";

const query = {
  search: "roof",
  filter: { status: ["normal"], tag: "harbour" },
  order: { by: "name" },
};
const paged = { ...query, page: 1, size: 20 };

/** Returns one page of the caller's sites. */
export const listSitesPaged = operation({
  path: "POST /site/v4/getListBySearchFilterAndReorder",
  description: {
    summary: "Returns one page of the caller's sites, searched, filtered and sorted",
    output: listedPage(siteOfList),
    example: { input: paged, output: { total: 1, page: 1, size: 20, list: [siteOfListExample] } },
  },
  input: siteListQuery.extend(pageQuery.shape),
  access: signedIn("listSites"),
  async run({ input, context, caller }) {
    const { page, size } = input;
    const window = { limit: size, offset: (page - 1) * size };
    const { list, total } = await listFully({ input, context, caller }, window);
    return { total, page, size, list };
  },
});

/** Returns all of the caller's sites, up to a maximum. */
export const listSitesUnpaged = operation({
  path: "POST /site/v3/getListBySearchFilterAndReorder",
  description: {
    summary: "Lists all of the caller's sites, at most 1,000. Returns 413 if there are more",
    output: listed(siteOfList),
    example: { input: query, output: { total: 1, list: [siteOfListExample] } },
  },
  input: siteListQuery,
  access: signedIn("listSites"),
  async run(asked) {
    const { list, total } = await listFully(asked, { limit: MAX_UNPAGED_SITES, offset: 0 });
    if (total > MAX_UNPAGED_SITES)
      throw new Problem("tooLarge", { message: "tooManySites", limit: MAX_UNPAGED_SITES });
    return { total, list };
  },
});

/** Returns one page with the fields of a list row only, for the frequently loaded list page. */
export const listSitesBrief = operation({
  path: "POST /site/v4/getBriefListBySearchFilterAndReorder",
  served: "pages",
  description: {
    summary: "Returns one page of the caller's sites with the fields of a list row only",
    output: listedPage(lineOfList).extend({
      ownsSites: z.boolean().describe("Whether the caller owns any site, on this page or another"),
      tallies: z.array(tally).describe("Number of all sites of the caller by status"),
    }),
    example: {
      input: paged,
      output: {
        ...{ total: 1, page: 1, size: 20, ownsSites: true },
        tallies: [{ status: "normal" as const, sites: 1 }],
        list: [lineOfListExample],
      },
    },
  },
  input: siteListQuery
    .extend(pageQuery.shape)
    .extend({ more: z.boolean().default(false), yields: z.boolean().default(false) }),
  access: signedIn("listSites"),
  async run({ input, context, caller }) {
    const { page, size, more, yields: hasYields } = input;
    const window = { limit: size, offset: (page - 1) * size };
    const scope = siteScope(caller, context);
    const [{ list, total, isUpdated }, owns, counts, yields] = await Promise.all([
      more
        ? listSites<WideSite>(context.database, scope, input, { ...window, width: WIDE })
        : listSites<BriefSite>(context.database, scope, input, { ...window, width: BRIEF }),
      ownsSites(context.database, scope),
      countStatuses(context.database, scope),
      hasYields ? readYields(context.database, scope) : null,
    ]);
    const counted = isUpdated === true ? await countStatuses(context.database, scope) : counts;
    return {
      total,
      page,
      size,
      ownsSites: owns,
      tallies: describeTallies(counted),
      list: list.map((site) => ({
        ...describeLine(site, caller.person, context),
        yield: yields?.get(site.id) ?? null,
      })),
    };
  },
});

/** Returns the number of sites of each status, also of those without sites. */
function describeTallies(counted: readonly CountedFacet[]) {
  const sites = new Map(counted.map((one) => [one.facet, one.sites]));
  return LISTED_STATUSES.map((status) => ({
    status,
    sites: sites.get(STATUS + storedStatus(status)) ?? 0,
  }));
}

/** Returns the sites that a caller may list. A personal access token may be limited to some sites. */
export function siteScope({ person, token }: SignedIn, { now }: Context) {
  return { userId: person.id, siteIds: token?.siteIds ?? null, now: now() };
}

type ListArgs = { input: SiteListQuery; context: Context; caller: SignedIn };

async function listFully(
  { input, context, caller }: ListArgs,
  window: { limit: number; offset: number },
) {
  const scope = siteScope(caller, context);
  const { list, total } = await listSites<FullSite>(context.database, scope, input, {
    ...window,
    width: FULL,
  });
  return { total, list: list.map((site) => describeFully(site, caller.person, context)) };
}

function describeFully(site: FullSite, person: Person, context: Context) {
  const { creatorId, creatorAccount, creatorName, creatorHeader, serial, role } = site;
  const creator = {
    id: creatorId,
    account: creatorAccount,
    name: creatorName,
    header: creatorHeader,
  };
  const row = { site: { ...site, online: site.online === 1 }, creator, serial };
  return {
    ...describeSite(row, actorOf(person, { role, creatorId }), person, context),
    tags: JSON.parse(site.tags) as string[],
    country: site.country,
  };
}

function describeLine(site: BriefSite | WideSite, person: Person, { keys, now }: Context) {
  const tags = JSON.parse(site.tags) as string[];
  return {
    id: site.id,
    key: sealSiteKey(keys, person.id, site.id),
    roleKey: sealRoleKey(keys, person.id, site.role),
    name: site.name,
    location: site.location,
    timeZoneId: site.timeZone,
    online: site.online === 1,
    since: site.since,
    status: site.status,
    alarmStatus: site.alarm,
    batterySoc: site.batterySoc,
    solar: site.solar,
    metricsAt: site.metricsAt,
    solarCurve: describeCurve(readSolarCurve(site.solarCurve, site.metricsAt, now())),
    recording: hasRecordingTag(tags),
    // The permission does not depend on who owns the site, which the short row does not have.
    hasLog: can({ role: site.role, owner: false, demo: person.demo, share: false }, "viewAlarmLog"),
    more: "creatorId" in site ? { tags, ...describeMore(site, person) } : null,
  };
}

function describeCurve(hours: SolarHours | null): CurveLevels | null {
  return hours === null ? null : levelsOf(hours);
}

function describeMore(site: WideSite, person: Person) {
  const { role, country, load, grid } = site;
  return {
    country,
    role,
    owner: site.creatorId === person.id,
    load,
    grid,
    createTime: site.createdAt,
  };
}

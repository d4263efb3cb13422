import { type ListedSite, listSites, listSitesBriefly } from "#database/site-list.ts";
import { Problem } from "#domain/problem.ts";
import { MAX_UNPAGED_SITES, pageQuery, siteListQuery } from "#domain/sites/site-list.ts";
import { sealRoleKey, sealSiteKey } from "#protocol/keys/page-keys.ts";
import { actorOf, signedIn } from "../access.ts";
import type { Context, Person, SignedIn } from "../context.ts";
import { operation } from "../operation.ts";
import { describeSite } from "./describe-site.ts";
import {
  briefSite,
  briefSiteExample,
  listed,
  listedPage,
  listedSite,
  listedSiteExample,
} from "./site-schema.ts";

const query = { search: "roof", filter: { status: ["normal"] }, order: { by: "name" } };
const paged = { ...query, page: 1, size: 20 };

/** One page of the caller's sites. */
export const listSitesPaged = operation({
  path: "POST /site/v4/getListBySearchFilterAndReorder",
  description: {
    summary: "One page of the caller's sites, searched, filtered and ordered",
    output: listedPage(listedSite),
    example: { input: paged, output: { total: 1, page: 1, size: 20, list: [listedSiteExample] } },
  },
  input: siteListQuery.extend(pageQuery.shape),
  access: signedIn("listSites"),
  async run({ input, context, caller }) {
    const { page, size } = input;
    const window = { limit: size, offset: (page - 1) * size };
    const { list, total } = await listSites(
      context.database,
      whoseSites(caller, context),
      input,
      window,
    );
    return {
      total,
      page,
      size,
      list: list.map((row) => describeRow(row, caller.person, context)),
    };
  },
});

/** All of them, as long as they are not too many. */
export const listSitesUnpaged = operation({
  path: "POST /site/v3/getListBySearchFilterAndReorder",
  description: {
    summary: "All of the caller's sites, 1,000 at most; more of them get 413",
    output: listed(listedSite),
    example: { input: query, output: { total: 1, list: [listedSiteExample] } },
  },
  input: siteListQuery,
  access: signedIn("listSites"),
  async run({ input, context, caller }) {
    const window = { limit: MAX_UNPAGED_SITES, offset: 0 };
    const { list, total } = await listSites(
      context.database,
      whoseSites(caller, context),
      input,
      window,
    );
    if (total > MAX_UNPAGED_SITES) throw new Problem("tooLarge");
    return { total, list: list.map((row) => describeRow(row, caller.person, context)) };
  },
});

/** One page of them with no more than one line shows, for the list page, which is looked at often. */
export const listSitesBrief = operation({
  path: "POST /site/v4/getBriefListBySearchFilterAndReorder",
  served: "pages",
  description: {
    summary: "One page of the caller's sites with no more than one line shows",
    output: listedPage(briefSite),
    example: { input: paged, output: { total: 1, page: 1, size: 20, list: [briefSiteExample] } },
  },
  input: siteListQuery.extend(pageQuery.shape),
  access: signedIn("listSites"),
  async run({ input, context, caller }) {
    const { database, keys } = context;
    const { page, size } = input;
    const { person } = caller;
    const window = { limit: size, offset: (page - 1) * size };
    const { list, total } = await listSitesBriefly(
      database,
      whoseSites(caller, context),
      input,
      window,
    );
    return {
      total,
      page,
      size,
      list: list.map((site) => ({
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
        figuresAt: site.figuresAt,
      })),
    };
  },
});

/** A personal access token lists the sites that it is for. */
function whoseSites({ person, token }: SignedIn, { now }: Context) {
  return { userId: person.id, siteIds: token?.siteIds ?? null, now: now() };
}

function describeRow(row: ListedSite, person: Person, context: Context) {
  const { role, site } = row;
  return describeSite(row, actorOf(person, { role, creatorId: site.creatorId }), person, context);
}

import { env } from "cloudflare:workers";
import { connect } from "#database/connect.ts";
import { BRIEF, type BriefSite } from "#database/site-list/site-columns.ts";
import { listSites } from "#database/site-list/site-list.ts";
import { siteListQuery } from "#domain/sites/site-list.ts";

/** The ids of the users in whose lists a site is. */
export async function usersListing(siteId: number, now = Date.now()): Promise<number[]> {
  const { results } = await env.DB.prepare("select id from users order by id").all<{
    id: number;
  }>();
  const found: number[] = [];
  for (const { id } of results)
    if ((await listedBy(id, now)).some(({ id: listed }) => listed === siteId)) found.push(id);
  return found;
}

/** All sites in the list of a user. */
export async function listedBy(userId: number, now = Date.now()): Promise<BriefSite[]> {
  const whose = { userId, siteIds: null, now };
  const window = { limit: 1000, offset: 0, width: BRIEF };
  return (await listSites<BriefSite>(connect(env.DB), whose, siteListQuery.parse({}), window)).list;
}

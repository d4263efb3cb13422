import { type SQL, sql } from "drizzle-orm";
import { SQLiteAsyncDialect } from "drizzle-orm/sqlite-core";
import type { MemberRole } from "#domain/access/roles.ts";
import {
  LISTED_STATUSES,
  type ListedStatus,
  listedStatusesOf,
  type SiteListFilter,
  type SiteListOrder,
  type SiteListQuery,
} from "#domain/sites/site-list.ts";

/**
 * The lists of users with many sites (kept-list.ts; migration 0020). A facet is one filter: `all`, `status:fault`,
 * `country:DE`, `tag:barn`.
 * - kept_facets (user_id, facet, sort_name, site_id, created_at, role, ends_at): by name and by creation of the site
 * - kept_ranks (user_id, facet, rank, since, site_id, role, ends_at): worst first, without the status facets
 * - kept_counts (user_id, facet, sites): the number of sites, including expired memberships that are not deleted yet
 * - kept_words (user_id, word, site_id): the search words of the sites
 */
export const ALL = "all";
export const STATUS = "status:";
export const TAG = "tag:";
export const COUNTRY = "country:";

/** Name of a listed status in facets: that of the column `sites.status`, except for a site without any connection. */
export function storedStatus(status: ListedStatus): string {
  return status === "stopped" ? "offline" : status;
}

/** Names of the listed statuses in facets; their places are the ranks of `kept_ranks`. */
export const STORED_STATUSES: readonly string[] = LISTED_STATUSES.map(storedStatus);

/** The listed status of a site and its rank, as SQL. */
export const STATUS_OF_SITE =
  "iif(sites.status = 'offline' and sites.since is null, 'neverConnected', sites.status)";
export const RANK_OF_SITE = `iif(sites.status = 'offline' and sites.since is null, ${STORED_STATUSES.indexOf("neverConnected")}, sites.status_rank)`;

/** Returns the facets of each part of a filter; a part that excludes no site is omitted. */
export function facetsOf({ status, tag, country }: SiteListFilter): string[][] {
  const statuses = listedStatusesOf(status).map(storedStatus);
  const isAny = statuses.length === 0 || statuses.length === STORED_STATUSES.length;
  return [
    isAny ? [] : statuses.map((one) => STATUS + one),
    tag === "" ? [] : [TAG + tag],
    country === "" ? [] : [COUNTRY + country],
  ].filter((facets) => facets.length > 0);
}

export const USER = sql.placeholder("userId");
export const NOW = sql.placeholder("now");

/** Condition: a membership has not expired, whether or not it has been deleted yet. */
export const LASTS = sql`(ends_at is null or ends_at > ${NOW})`;

/** The user's expired memberships that are not deleted yet, read by the index of expiries because they are few. */
export const ENDED = sql`memberships indexed by memberships_ends where ends_at <= ${NOW} and user_id = ${USER}`;

const dialect = new SQLiteAsyncDialect();

/** Builds a query from text, as `prepareQuery` takes it. */
export function written(text: SQL) {
  return () => ({ toSQL: () => dialect.sqlToQuery(text) });
}

/**
 * The sites a list covers: those of a user at an instant (ms UTC), limited to `siteIds` for a personal access token;
 * null means all.
 */
export type SiteScope = { userId: number; siteIds: readonly number[] | null; now: number };
/** A page of a list. */
export type Window = { limit: number; offset: number };

/** A site of a list and the user's role there; null if the list was read without roles. */
export type SiteRef = { siteId: number; role: MemberRole | null };

/** Orders whose values change rarely; each has one index range per facet. */
const INDEXED_ORDERS = ["name", "created", "status"];

/** Whether an order has index ranges. */
export function hasIndexRange({ by }: { by: SiteListOrder["by"] }): boolean {
  return INDEXED_ORDERS.includes(by);
}

/** Maximum number of facets of a statement: D1 accepts five parts of a compound query. */
const MAX_MERGED_FACETS = 5;

/** Checks whether the list requires reading each site, because no index range has its filter and order. */
export function isForScan(
  { siteIds }: SiteScope,
  { search, filter, order }: SiteListQuery,
): boolean {
  const [facets = [], ...others] = facetsOf(filter);
  const isMerged = order.by === "status" || facets.length <= MAX_MERGED_FACETS;
  const isIndexRange =
    others.length === 0 && isMerged && filter.area === null && hasIndexRange(order);
  return siteIds !== null || search !== "" || !isIndexRange;
}

import { type SQL, sql } from "drizzle-orm";
import { SQLiteAsyncDialect } from "drizzle-orm/sqlite-core";
import type { MemberRole } from "#domain/access/roles.ts";
import {
  type SiteListFilter,
  type SiteListOrder,
  type SiteListQuery,
  STATUS_ORDER,
} from "#domain/sites/site-list.ts";

/**
 * The lists of users with many sites (kept-list.ts; migration 0020). A facet is one filter: `all`, `status:fault`,
 * `country:DE`, `tag:barn`.
 * - kept_facets (user_id, facet, sort_name, site_id, created_at, role, ends_at): by name, and by when the site was created
 * - kept_ranks (user_id, facet, rank, since, site_id, role, ends_at): worst first; not of the status facets
 * - kept_counts (user_id, facet, sites): the number of sites, including those whose membership has ended but is not swept yet
 * - kept_words (user_id, word, site_id): the words that sites are found by
 */
export const ALL = "all";
export const STATUS = "status:";
export const TAG = "tag:";
export const COUNTRY = "country:";

/** What a filter asks for, each part as the facets that hold its sites. A part that leaves nobody out is none. */
export function facetsOf({ status, tag, country }: SiteListFilter): string[][] {
  const statuses = STATUS_ORDER.filter((one) => status.includes(one));
  const isAny = statuses.length === 0 || statuses.length === STATUS_ORDER.length;
  return [
    isAny ? [] : statuses.map((one) => STATUS + one),
    tag === "" ? [] : [TAG + tag],
    country === "" ? [] : [COUNTRY + country],
  ].filter((facets) => facets.length > 0);
}

export const USER = sql.placeholder("userId");
export const NOW = sql.placeholder("now");

/** A right that has ended shows nothing, even before it is swept. */
export const LASTS = sql`(ends_at is null or ends_at > ${NOW})`;

/** Memberships of the person that have ended and are still there: by the index of ends, since those are few. */
export const ENDED = sql`memberships indexed by memberships_ends where ends_at <= ${NOW} and user_id = ${USER}`;

const dialect = new SQLiteAsyncDialect();

/** A query that is written as text, as `prepareQuestion` takes it. */
export function written(text: SQL) {
  return () => ({ toSQL: () => dialect.sqlToQuery(text) });
}

/** Whose sites, as of when (ms UTC), and of them those that a personal access token is for; null is all. */
export type Whose = { userId: number; siteIds: readonly number[] | null; now: number };
/** A window on a list: so many rows after so many. */
export type Window = { limit: number; offset: number };

/** A site of a list, and the person's role there; null where the list was found without it. */
export type Pick = { siteId: number; role: MemberRole | null };

/** What lists are ordered by that changes seldom: each such order of each facet is a stretch of an index. */
const STRETCHES = ["name", "created", "status"];

export function hasStretch({ by }: { by: SiteListOrder["by"] }): boolean {
  return STRETCHES.includes(by);
}

/** Whether sites must be looked at to know which ones a list has, or in which order. */
export function isForScan({ siteIds }: Whose, { search, filter, order }: SiteListQuery): boolean {
  const isStretch = facetsOf(filter).length <= 1 && hasStretch(order);
  return siteIds !== null || search !== "" || !isStretch;
}

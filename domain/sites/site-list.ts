import { z } from "zod";
import { countryText } from "../users/profile.ts";
import { siteArea } from "./site-area.ts";
import { siteStatus } from "./site-status.ts";

/** Site statuses in the order of a list by status, the worst first, as in the column `sites.status_rank`. */
export const STATUS_ORDER = ["fault", "warning", "offline", "standby", "off", "normal"] as const;

/**
 * Statuses that a list separates, the worst first: `stopped` is an offline site that has been connected, and a site that has
 * never been connected is no failure.
 */
export const LISTED_STATUSES = [
  "fault",
  "warning",
  "stopped",
  "standby",
  "off",
  "normal",
  "neverConnected",
] as const;
export const listedStatus = z.enum(LISTED_STATUSES);
export type ListedStatus = z.infer<typeof listedStatus>;

/** Status by which a list is filtered: `offline` is both `stopped` and `neverConnected`. */
const wantedStatus = z.enum([...siteStatus.options, "stopped", "neverConnected"]);

/** Returns the statuses that a filter selects, the worst first. */
export function listedStatusesOf(
  wanted: readonly z.infer<typeof wantedStatus>[],
): readonly ListedStatus[] {
  const isOffline = wanted.includes("offline");
  return LISTED_STATUSES.filter(
    (status) =>
      wanted.includes(status) ||
      (isOffline && (status === "stopped" || status === "neverConnected")),
  );
}

/** Maximum number of rows of an unpaged list. */
export const MAX_UNPAGED_SITES = 1000;
/** Maximum number of rows of an export. */
export const MAX_EXPORTED_SITES = 10_000;
/** Maximum number of sites on a map. */
export const MAX_ON_MAP = 10_000;

/** Worst level of the active equipment events. */
export const alarmStatus = z.enum(["fault", "warning", "info", "none"]);
export type AlarmStatus = z.infer<typeof alarmStatus>;

/** Order of a site list. `yield` is by the ratio to other sites. `status` is the worst first, and within a status the longest unchanged first. */
export const siteListOrder = z.object({
  by: z
    .enum(["name", "created", "status", "alarm", "batterySoc", "solar", "load", "grid", "yield"])
    .default("name"),
  direction: z.enum(["asc", "desc"]).default("asc"),
});
export type SiteListOrder = z.infer<typeof siteListOrder>;

/** Filters of a site list: any of several statuses (`offline`, or a part of it), a tag, a country (ISO 3166-1 alpha-2), a circle on the map. */
export const siteListFilter = z.object({
  status: z.array(wantedStatus).max(wantedStatus.options.length).default([]),
  tag: z.string().trim().max(100, "tooLong").default(""),
  country: countryText.default(""),
  area: siteArea.nullable().default(null),
});
export type SiteListFilter = z.infer<typeof siteListFilter>;

/** Query of a site list: beginnings of words of name, location and serial number, filters, and an order. */
export const siteListQuery = z.object({
  search: z.string().trim().max(100, "tooLong").default(""),
  filter: siteListFilter.prefault({}),
  order: siteListOrder.prefault({}),
});
export type SiteListQuery = z.infer<typeof siteListQuery>;

/** Page of a list, counted from 1, and its number of rows. */
export const pageQuery = z.object({
  page: z.int().min(1).max(1_000_000).default(1),
  size: z.int().min(1).max(100).default(20),
});

import { z } from "zod";
import { siteStatus } from "./site-status.ts";

/** Worst first: the order of a list by status. */
export const STATUS_ORDER = ["fault", "warning", "offline", "standby", "off", "normal"] as const;

/** More rows than this are not given unpaged. */
export const MAX_UNPAGED_SITES = 1000;

/** Worst level of the active equipment events. */
export const alarmStatus = z.enum(["fault", "warning", "info", "none"]);
export type AlarmStatus = z.infer<typeof alarmStatus>;

export const siteListOrder = z.object({
  by: z.enum(["name", "status", "alarm", "batterySoc", "solar"]).default("name"),
  direction: z.enum(["asc", "desc"]).default("asc"),
});
export type SiteListOrder = z.infer<typeof siteListOrder>;

/** What a site list may be asked for: text in the name, and which statuses. */
export const siteListQuery = z.object({
  search: z.string().trim().max(100, "tooLong").default(""),
  filter: z.object({ status: z.array(siteStatus).max(6).default([]) }).prefault({}),
  order: siteListOrder.prefault({}),
});
export type SiteListQuery = z.infer<typeof siteListQuery>;

/** One page of a list, counted from 1. */
export const pageQuery = z.object({
  page: z.int().min(1).max(1_000_000).default(1),
  size: z.int().min(1).max(100).default(20),
});

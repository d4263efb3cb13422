import { z } from "zod";
import type { EventLevel } from "../alarms/event.ts";

/** Statuses of a site (specification, section 4). */
export const siteStatus = z.enum(["normal", "warning", "fault", "offline", "standby", "off"]);
export type SiteStatus = z.infer<typeof siteStatus>;
const statusOfOnline = siteStatus.exclude(["offline"]);

/**
 * Returns the status of a site: `offline` if it is not online, else the value of register FFFF000170, else the level of
 * the worst active event, else `normal`.
 * @param reported newest value of register FFFF000170
 * @param active levels of the active events
 */
export function decideSiteStatus(
  online: boolean,
  reported: unknown,
  active: readonly EventLevel[],
): SiteStatus {
  if (!online) return "offline";
  const word = statusOfOnline.safeParse(reported);
  if (word.success) return word.data;
  if (active.includes("fault")) return "fault";
  return active.includes("warning") ? "warning" : "normal";
}

import type { AlarmStatus } from "#domain/sites/site-list.ts";
import type { SiteStatus } from "#domain/sites/site-status.ts";

/** Returns what the last status event of a site reports against it; null if it is online and healthy. */
export function sicknessOf(site: {
  online: boolean;
  status: SiteStatus;
  alarm: AlarmStatus;
}): "offline" | "unhealthy" | null {
  if (!site.online) return "offline";
  return site.status === "fault" || site.alarm === "fault" ? "unhealthy" : null;
}

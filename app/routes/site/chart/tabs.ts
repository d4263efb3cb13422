import { can } from "#domain/access/can.ts";
import type { SitePermission } from "#domain/access/permissions.ts";
import type { SiteActor } from "#domain/access/roles.ts";

/** Pages of a site's history by path, in their order, with the permission that each requires. */
const TABS = {
  history: "viewHistory",
  statecurve: "viewHistory",
  advancedcurve: "viewAdvancedCurve",
  download: "exportData",
} as const satisfies Record<string, SitePermission>;
export type ChartTab = keyof typeof TABS;

/** Pages that the user may open. */
export function tabsFor(actor: SiteActor): ChartTab[] {
  return (Object.keys(TABS) as ChartTab[]).filter((tab) => can(actor, TABS[tab]));
}

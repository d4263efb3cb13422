import { can } from "#domain/access/can.ts";
import type { SitePermission } from "#domain/access/permissions.ts";
import type { SiteActor } from "#domain/access/roles.ts";

/** Pages of a site's settings by path, in their order, with the permission that each requires. */
const TABS = {
  general: "editSite",
  place: "editSite",
  appearance: "editTags",
  notifications: "editAlarmRules",
  imports: "editSite",
  module: "replaceModule",
  end: "delete",
} as const satisfies Record<string, SitePermission>;
export type SettingsTab = keyof typeof TABS;

/** Pages that the user may open. */
export function tabsFor(actor: SiteActor): SettingsTab[] {
  return (Object.keys(TABS) as SettingsTab[]).filter((tab) => can(actor, TABS[tab]));
}

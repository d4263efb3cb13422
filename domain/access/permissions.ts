import { z } from "zod";

/** What may be done inside one site. */
export const sitePermission = z.enum([
  // Looking
  "viewRealtime",
  "viewHistory",
  "viewAdvancedCurve",
  "queryLogger",
  "viewIdentity",
  "viewCommands",
  "viewMessages",
  "viewDevices",
  "viewParameters",
  "viewAlarmLog",
  "viewMembers",
  "saveSelections",
  "sampleFast",
  "exportData",
  // Operating the equipment
  "control",
  "configure",
  "updateFirmware",
  "editAlarmRules",
  "clearAlarmLog",
  "editEquipment",
  // Dressing and describing the site
  "editBanner",
  "editTags",
  "share",
  "editSite",
  // Users and modules
  "manageMembers",
  "replaceModule",
  // The owner's alone
  "unlink",
  "changeAdministrators",
  "handOver",
  "delete",
  // One's own membership
  "leave",
]);
export type SitePermission = z.infer<typeof sitePermission>;

/** What may be done outside any site. */
export const accountPermission = z.enum([
  "signOut",
  "listSites",
  "readAccount",
  "editAccount",
  "endSessions",
  "editTokens",
  "addSite",
  "giveFeedback",
  "readNews",
  "markNews",
  "editNews",
  "editModules",
  "editRules",
]);
export type AccountPermission = z.infer<typeof accountPermission>;

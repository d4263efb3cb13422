import { z } from "zod";

/** Permissions inside one site. */
export const sitePermission = z.enum([
  // View
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
  // Operate the equipment
  "control",
  "configure",
  "lockSettings",
  "editAdvancedPassword",
  "updateFirmware",
  "editAlarmRules",
  "clearAlarmLog",
  "acknowledgeAlarms",
  "editEquipment",
  // Change the appearance and description of the site
  "editBanner",
  "editTags",
  "share",
  "editSite",
  "editScale",
  "editWebhook",
  // Users and modules
  "manageMembers",
  "replaceModule",
  // Only the owner
  "unlink",
  "changeAdministrators",
  "transferOwnership",
  "archive",
  "delete",
  // The user's own membership
  "leave",
  "chooseNotifications",
]);
export type SitePermission = z.infer<typeof sitePermission>;

/** Permissions outside any site. */
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
  "manageDelivery",
  "manageFeedback",
  "manageUsers",
  "manageAddresses",
  "viewPlatform",
  "manageRollouts",
]);
export type AccountPermission = z.infer<typeof accountPermission>;

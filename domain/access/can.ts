import type { AccountPermission, SitePermission } from "./permissions.ts";
import {
  type AccountActor,
  MEMBER_ROLES,
  type MemberRole,
  SITE_ROLE,
  type SiteActor,
  USER_TYPE,
} from "./roles.ts";

type Held = "administrator" | "full" | "monitor";

/**
 * Truth table of the permissions inside a site (specification, section 6 and its menu table). A letter grants the
 * permission and "-" denies it, in the columns administrator (1), full function (2), monitor (3) and share link. An
 * "o" restricts the permission to the owner; a "d" also grants it to the demo account, within its role.
 */
const SITE_TABLE: Record<SitePermission, string> = {
  viewRealtime: "afms d",
  viewHistory: "afms d",
  viewAdvancedCurve: "af-- d",
  queryLogger: "afm- d",
  viewIdentity: "afm- d",
  viewCommands: "afm- d",
  viewMessages: "af-- d",
  viewDevices: "af-- d",
  viewParameters: "af-- d",
  viewAlarmLog: "af-- d",
  viewMembers: "af--",
  saveSelections: "af--",
  sampleFast: "af--",
  exportData: "afm-",
  control: "af--",
  configure: "af--",
  lockSettings: "a---o",
  editAdvancedPassword: "a---",
  updateFirmware: "af--",
  editAlarmRules: "af--",
  clearAlarmLog: "af--",
  acknowledgeAlarms: "af--",
  editEquipment: "af--",
  editBanner: "a---",
  editTags: "af--",
  share: "af--",
  editSite: "a---",
  // The rule of the user decides as well.
  editScale: "afm-",
  editWebhook: "a---",
  manageMembers: "a---",
  replaceModule: "a---o",
  unlink: "a---o",
  changeAdministrators: "a---o",
  transferOwnership: "a---o",
  archive: "a---o",
  delete: "a---o",
  leave: "afm-",
  chooseNotifications: "afm-",
};

const COLUMN: Record<Held, number> = { administrator: 0, full: 1, monitor: 2 };
const SHARE_COLUMN = 3;
const HELD: Record<number, Held | undefined> = {
  [SITE_ROLE.administrator]: "administrator",
  [SITE_ROLE.full]: "full",
  [SITE_ROLE.monitor]: "monitor",
};

/** Returns whether an actor has a permission inside the site. Role 0 and unknown roles have none. */
export function can(actor: SiteActor, permission: SitePermission): boolean {
  const row = Object.hasOwn(SITE_TABLE, permission) ? SITE_TABLE[permission] : undefined;
  const held = HELD[actor.role];
  if (row === undefined || held === undefined) return false;
  if (actor.demo && !row.includes("d")) return false;
  if (row.includes("o") && !actor.owner) return false;
  return row.charAt(actor.share ? SHARE_COLUMN : COLUMN[held]) !== "-";
}

/**
 * Lists the members' roles that have a permission, leaving out the demo account. SQL conditions are built from it.
 * @returns the roles that have the permission, and whether only the owner has it among them
 */
export function holdersOf(permission: SitePermission): {
  roles: readonly MemberRole[];
  isOwners: boolean;
} {
  const has = (role: MemberRole, owner: boolean) =>
    can({ role, owner, demo: false, share: false }, permission);
  const roles = MEMBER_ROLES.filter((role) => has(role, true));
  return { roles, isOwners: roles.length > 0 && !roles.some((role) => has(role, false)) };
}

const EVERY_TYPE = Object.values(USER_TYPE);
const OPERATORS = [USER_TYPE.platformAdministrator];

const ACCOUNT_TABLE: Record<AccountPermission, { types: readonly number[]; demo: boolean }> = {
  signOut: { types: EVERY_TYPE, demo: true },
  listSites: { types: EVERY_TYPE, demo: true },
  readAccount: { types: EVERY_TYPE, demo: true },
  editAccount: { types: EVERY_TYPE, demo: false },
  endSessions: { types: EVERY_TYPE, demo: false },
  editTokens: { types: EVERY_TYPE, demo: false },
  addSite: { types: EVERY_TYPE, demo: false },
  giveFeedback: { types: EVERY_TYPE, demo: false },
  readNews: { types: EVERY_TYPE, demo: true },
  // The demo account is shared, so its read state is not stored.
  markNews: { types: EVERY_TYPE, demo: false },
  editNews: { types: OPERATORS, demo: false },
  editModules: { types: OPERATORS, demo: false },
  editRules: { types: OPERATORS, demo: false },
  manageDelivery: { types: OPERATORS, demo: false },
  manageFeedback: { types: OPERATORS, demo: false },
  manageUsers: { types: OPERATORS, demo: false },
  manageAddresses: { types: OPERATORS, demo: false },
  viewPlatform: { types: OPERATORS, demo: false },
  // At each site the permission of the change decides as well.
  manageRollouts: { types: EVERY_TYPE, demo: false },
};

/** Returns whether an actor has a permission outside any site. */
export function canOnPlatform(actor: AccountActor, permission: AccountPermission): boolean {
  const row = Object.hasOwn(ACCOUNT_TABLE, permission) ? ACCOUNT_TABLE[permission] : undefined;
  if (row === undefined) return false;
  return row.types.includes(actor.type) && (row.demo || !actor.demo);
}

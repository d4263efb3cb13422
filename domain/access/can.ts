import type { AccountPermission, SitePermission } from "./permissions.ts";
import type { AccountActor, SiteActor } from "./roles.ts";

type Held = "administrator" | "full" | "monitor";

/**
 * The whole truth table inside a site (specification section 6 and its menu table).
 * One letter a column: administrator (1), full function (2), monitor (3), share link; then "o" where only the owner
 * may, and "d" where the demo account may too, each within the role it has.
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
  updateFirmware: "af--",
  editAlarmRules: "af--",
  clearAlarmLog: "af--",
  editEquipment: "af--",
  editBanner: "a---",
  editTags: "af--",
  share: "af--",
  editSite: "a---",
  manageMembers: "a---",
  replaceModule: "a---o",
  unlink: "a---o",
  changeAdministrators: "a---o",
  handOver: "a---o",
  delete: "a---o",
  leave: "afm-",
};

const COLUMN: Record<Held, number> = { administrator: 0, full: 1, monitor: 2 };
const SHARE_COLUMN = 3;
const HELD: Record<number, Held | undefined> = { 1: "administrator", 2: "full", 3: "monitor" };

/** Whether an actor has a permission inside the site. Role 0 and unknown roles have none. */
export function can(actor: SiteActor, permission: SitePermission): boolean {
  const row = Object.hasOwn(SITE_TABLE, permission) ? SITE_TABLE[permission] : undefined;
  const held = HELD[actor.role];
  if (row === undefined || held === undefined) return false;
  if (actor.demo && !row.includes("d")) return false;
  if (row.includes("o") && !actor.owner) return false;
  return row.charAt(actor.share ? SHARE_COLUMN : COLUMN[held]) !== "-";
}

const ACCOUNT_TABLE: Record<AccountPermission, { types: readonly number[]; demo: boolean }> = {
  signOut: { types: [1, 2, 9], demo: true },
  listSites: { types: [1, 2, 9], demo: true },
  readAccount: { types: [1, 2, 9], demo: true },
  editAccount: { types: [1, 2, 9], demo: false },
  endSessions: { types: [1, 2, 9], demo: false },
  editTokens: { types: [1, 2, 9], demo: false },
  addSite: { types: [1, 2, 9], demo: false },
  giveFeedback: { types: [1, 2, 9], demo: false },
  readNews: { types: [1, 2, 9], demo: true },
  // The demo account is shared, so its read state is not stored.
  markNews: { types: [1, 2, 9], demo: false },
  editNews: { types: [9], demo: false },
  editModules: { types: [9], demo: false },
  editRules: { types: [9], demo: false },
};

/** Whether an actor has a permission outside any site. */
export function canOnPlatform(actor: AccountActor, permission: AccountPermission): boolean {
  const row = Object.hasOwn(ACCOUNT_TABLE, permission) ? ACCOUNT_TABLE[permission] : undefined;
  if (row === undefined) return false;
  return row.types.includes(actor.type) && (row.demo || !actor.demo);
}

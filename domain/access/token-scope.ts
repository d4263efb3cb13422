import type { TokenScope } from "../sessions/access-token.ts";
import type { AccountPermission, SitePermission } from "./permissions.ts";
import { type MemberRole, SITE_ROLE, type SiteActor } from "./roles.ts";

/** Limits that a personal access token sets to its user's permissions. */
export type TokenGrant = {
  scope: TokenScope;
  /** Sites for which the token is valid; null for all sites of its user. */
  siteIds: readonly number[] | null;
};

/**
 * Smallest scope that has each permission inside a site; a token never has more permissions than its user. No token has
 * the permissions that require a confirmation of identity, since a token cannot confirm.
 */
const SITE_TABLE: Record<SitePermission, TokenScope | "never"> = {
  viewRealtime: "read",
  viewHistory: "read",
  viewAdvancedCurve: "read",
  queryLogger: "read",
  viewIdentity: "read",
  viewCommands: "read",
  viewMessages: "read",
  viewDevices: "read",
  viewParameters: "read",
  viewAlarmLog: "read",
  viewMembers: "read",
  exportData: "read",
  // Selections are stored permanently, and only their user sees them.
  saveSelections: "manage",
  // Fast sampling changes the behaviour of the logger.
  sampleFast: "control",
  control: "control",
  configure: "control",
  // Locks protect against stolen tokens, too.
  lockSettings: "never",
  editAdvancedPassword: "never",
  updateFirmware: "control",
  editAlarmRules: "manage",
  clearAlarmLog: "manage",
  // Acknowledging an alarm belongs to the operation of the site.
  acknowledgeAlarms: "control",
  editEquipment: "manage",
  editBanner: "manage",
  editTags: "manage",
  share: "manage",
  editSite: "manage",
  editScale: "manage",
  // A webhook outlives the session that set it, like a token.
  editWebhook: "never",
  manageMembers: "manage",
  replaceModule: "never",
  unlink: "never",
  changeAdministrators: "manage",
  transferOwnership: "never",
  // An archive has everything of a site at once.
  archive: "never",
  delete: "never",
  leave: "manage",
  chooseNotifications: "manage",
};

/**
 * Smallest scope that has each permission outside any site. A leaked token must give access neither to the account nor
 * to other tokens.
 */
const ACCOUNT_TABLE: Record<AccountPermission, TokenScope | "never"> = {
  listSites: "read",
  readAccount: "read",
  readNews: "read",
  addSite: "manage",
  giveFeedback: "manage",
  markNews: "manage",
  editNews: "manage",
  editModules: "manage",
  editRules: "manage",
  manageDelivery: "manage",
  signOut: "never",
  endSessions: "never",
  editAccount: "never",
  editTokens: "never",
  // Messages have names and addresses of users.
  manageFeedback: "never",
  // Lists of users, subscribers and blocked addresses have names and addresses.
  manageUsers: "never",
  manageAddresses: "never",
  viewPlatform: "never",
  // A leaked token must not change many sites at once.
  manageRollouts: "never",
};

const RANK: Record<TokenScope, number> = { read: 1, control: 2, manage: 3 };

/** Returns whether a token has a permission inside a site for which it is valid (`tokenReaches`). */
export function tokenAllows(token: TokenGrant, permission: SitePermission): boolean {
  const needed = Object.hasOwn(SITE_TABLE, permission) ? SITE_TABLE[permission] : "never";
  return needed !== "never" && RANK[token.scope] >= RANK[needed];
}

/** Returns whether a token has a permission outside any site. A token limited to sites can only read there. */
export function tokenAllowsOnPlatform(token: TokenGrant, permission: AccountPermission): boolean {
  const needed = Object.hasOwn(ACCOUNT_TABLE, permission) ? ACCOUNT_TABLE[permission] : "never";
  if (needed === "never" || (needed !== "read" && token.siteIds !== null)) return false;
  return RANK[token.scope] >= RANK[needed];
}

/** Returns whether tokens of all scopes lack a permission. */
export function isNeverOfToken(permission: SitePermission | AccountPermission): boolean {
  const tables: Readonly<Record<string, TokenScope | "never">> = {
    ...SITE_TABLE,
    ...ACCOUNT_TABLE,
  };
  return !Object.hasOwn(tables, permission) || tables[permission] === "never";
}

/** Returns whether operations that require a permission usually write: all but those of the scope `read`. */
export function changesSomething(permission: SitePermission | AccountPermission): boolean {
  const tables: Record<string, TokenScope | "never"> = { ...SITE_TABLE, ...ACCOUNT_TABLE };
  return tables[permission] !== "read";
}

/** Returns whether a token is valid for a site. */
export function tokenReaches({ siteIds }: TokenGrant, siteId: number): boolean {
  return siteIds === null || siteIds.includes(siteId);
}

/** Highest role of a socket that was opened with a token, by the scope of the token. */
const HIGHEST_ROLE: Record<TokenScope, MemberRole> = {
  read: SITE_ROLE.monitor,
  control: SITE_ROLE.full,
  manage: SITE_ROLE.administrator,
};

/** Returns the actor with a role no higher than the token's scope allows; unchanged without a token. */
export function limitActor(actor: SiteActor, token: TokenGrant | undefined): SiteActor {
  if (token === undefined || actor.role === SITE_ROLE.none) return actor;
  const highest = HIGHEST_ROLE[token.scope];
  const role = actor.role < highest ? highest : actor.role;
  return { ...actor, role, owner: actor.owner && role === SITE_ROLE.administrator };
}

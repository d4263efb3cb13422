import type { TokenScope } from "../sessions/access-token.ts";
import type { AccountPermission, SitePermission } from "./permissions.ts";
import { type MemberRole, SITE_ROLE, type SiteActor } from "./roles.ts";

/** What a personal access token leaves of its person's rights. */
export type TokenGrant = {
  scope: TokenScope;
  /** Where it counts; null is every site of the person. */
  siteIds: readonly number[] | null;
};

/**
 * The smallest scope inside a site; a token never has more than its user. What requires a confirmation of identity is
 * never a token's, since a token cannot confirm.
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
  // It is the person's own, and stays.
  saveSelections: "manage",
  // It changes what the logger does.
  sampleFast: "control",
  control: "control",
  configure: "control",
  updateFirmware: "control",
  editAlarmRules: "manage",
  clearAlarmLog: "manage",
  editEquipment: "manage",
  editBanner: "manage",
  editTags: "manage",
  share: "manage",
  editSite: "manage",
  manageMembers: "manage",
  replaceModule: "never",
  unlink: "never",
  changeAdministrators: "manage",
  handOver: "never",
  delete: "never",
  leave: "manage",
};

/**
 * Permissions of a token outside any site. A found token must give access neither to the account nor to another token.
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
  signOut: "never",
  endSessions: "never",
  editAccount: "never",
  editTokens: "never",
};

const RANK: Record<TokenScope, number> = { read: 1, control: 2, manage: 3 };

/** Whether a token leaves its person this right inside a site that it reaches. */
export function tokenAllows(token: TokenGrant, permission: SitePermission): boolean {
  const needed = Object.hasOwn(SITE_TABLE, permission) ? SITE_TABLE[permission] : "never";
  return needed !== "never" && RANK[token.scope] >= RANK[needed];
}

/** Permissions of a token outside any site, where a token limited to sites behaves like any other. */
export function tokenAllowsOnPlatform(token: TokenGrant, permission: AccountPermission): boolean {
  const needed = Object.hasOwn(ACCOUNT_TABLE, permission) ? ACCOUNT_TABLE[permission] : "never";
  if (needed === "never" || (needed !== "read" && token.siteIds !== null)) return false;
  return RANK[token.scope] >= RANK[needed];
}

/** Whether no token has this right, whatever its scope. */
export function isNeverOfToken(permission: SitePermission | AccountPermission): boolean {
  const tables: Readonly<Record<string, TokenScope | "never">> = {
    ...SITE_TABLE,
    ...ACCOUNT_TABLE,
  };
  return !Object.hasOwn(tables, permission) || tables[permission] === "never";
}

/** Whether what a permission is for changes something, as a rule. */
export function changesSomething(permission: SitePermission | AccountPermission): boolean {
  const tables: Record<string, TokenScope | "never"> = { ...SITE_TABLE, ...ACCOUNT_TABLE };
  return tables[permission] !== "read";
}

/** Whether a token is valid for a site. */
export function tokenReaches({ siteIds }: TokenGrant, siteId: number): boolean {
  return siteIds === null || siteIds.includes(siteId);
}

/** The highest role that a socket has. */
const HIGHEST_ROLE: Record<TokenScope, MemberRole> = {
  read: SITE_ROLE.monitor,
  control: SITE_ROLE.full,
  manage: SITE_ROLE.administrator,
};

/** An actor at a site's socket, where the scope of a token limits the role. */
export function limitActor(actor: SiteActor, token: TokenGrant | undefined): SiteActor {
  if (token === undefined || actor.role === SITE_ROLE.none) return actor;
  const highest = HIGHEST_ROLE[token.scope];
  const role = actor.role < highest ? highest : actor.role;
  return { ...actor, role, owner: actor.owner && role === SITE_ROLE.administrator };
}

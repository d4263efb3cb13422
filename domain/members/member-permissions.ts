import type { SitePermission } from "../access/permissions.ts";
import { type MemberRole, SITE_ROLE } from "../access/roles.ts";
import type { InvitedAs } from "./membership-change.ts";

/** Permission required to grant, change or withdraw each role; only the owner decides on administrators. */
export const ROLE_PERMISSION = {
  [SITE_ROLE.administrator]: "changeAdministrators",
  [SITE_ROLE.full]: "manageMembers",
  [SITE_ROLE.monitor]: "manageMembers",
} as const satisfies Record<MemberRole, SitePermission>;

/** Permission required to invite, change or remove a site's dealer. */
export const DEALER_PERMISSION = "changeAdministrators" satisfies SitePermission;

/** Permission required to offer the ownership of a site. */
export const OWNERSHIP_PERMISSION = "transferOwnership" satisfies SitePermission;

/** Returns the permission required to change a member. The owner cannot be changed. */
export function permissionToChange(member: { role: MemberRole; isDealer: boolean }) {
  return member.isDealer ? DEALER_PERMISSION : ROLE_PERMISSION[member.role];
}

/** Returns the permission required to send or withdraw an invitation. */
export function permissionToInvite({ as, role }: { as: InvitedAs; role: MemberRole }) {
  if (as === "owner") return OWNERSHIP_PERMISSION;
  return as === "dealer" ? DEALER_PERMISSION : ROLE_PERMISSION[role];
}

import type { SitePermission } from "../access/permissions.ts";
import { type MemberRole, SITE_ROLE } from "../access/roles.ts";
import type { InvitedAs } from "./membership-change.ts";

/** The permission that granting, changing or withdrawing each role requires: administrators are the owner's to decide. */
export const ROLE_PERMISSION = {
  [SITE_ROLE.administrator]: "changeAdministrators",
  [SITE_ROLE.full]: "manageMembers",
  [SITE_ROLE.monitor]: "manageMembers",
} as const satisfies Record<MemberRole, SitePermission>;

/** The permission that inviting, changing or removing a site's dealer requires. */
export const DEALER_PERMISSION = "changeAdministrators" satisfies SitePermission;

/** The permission that offering the ownership of a site requires: that of giving it away. */
export const OWNERSHIP_PERMISSION = "transferOwnership" satisfies SitePermission;

/** The permission that changing a member requires. No one may change the owner. */
export function permissionToChange(member: { role: MemberRole; isDealer: boolean }) {
  return member.isDealer ? DEALER_PERMISSION : ROLE_PERMISSION[member.role];
}

/** The permission that an invitation requires, to send it and to withdraw it. */
export function permissionToInvite({ as, role }: { as: InvitedAs; role: MemberRole }) {
  if (as === "owner") return OWNERSHIP_PERMISSION;
  return as === "dealer" ? DEALER_PERMISSION : ROLE_PERMISSION[role];
}

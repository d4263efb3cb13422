import { z } from "zod";

/** Roles of a site: lower numbers may do more. `none` is the account level, without access inside a site. */
export const SITE_ROLE = { none: 0, administrator: 1, full: 2, monitor: 3 } as const;

export const siteRole = z.union([
  z.literal(SITE_ROLE.none),
  z.literal(SITE_ROLE.administrator),
  z.literal(SITE_ROLE.full),
  z.literal(SITE_ROLE.monitor),
]);
export type SiteRole = z.infer<typeof siteRole>;

/** The roles that a member can have, the highest first. */
export const MEMBER_ROLES = [SITE_ROLE.administrator, SITE_ROLE.full, SITE_ROLE.monitor] as const;
export const memberRole = z.union([
  z.literal(SITE_ROLE.administrator),
  z.literal(SITE_ROLE.full),
  z.literal(SITE_ROLE.monitor),
]);
export type MemberRole = z.infer<typeof memberRole>;

export const USER_TYPE = { ordinary: 1, dealer: 2, platformAdministrator: 9 } as const;

export const userType = z.union([
  z.literal(USER_TYPE.ordinary),
  z.literal(USER_TYPE.dealer),
  z.literal(USER_TYPE.platformAdministrator),
]);
export type UserType = z.infer<typeof userType>;

/** An actor inside one site. */
export type SiteActor = {
  role: SiteRole;
  /** The creator of the site: role 1, and alone may delete, hand over and take role 1 from others. */
  owner: boolean;
  /** The demo account changes nothing, exports nothing and samples like a monitor, whatever its role. */
  demo: boolean;
  /** Through a shared read-only link: role 3 with realtime and history charts only. */
  share: boolean;
};

/** An actor outside any site. */
export type AccountActor = { type: UserType; demo: boolean };

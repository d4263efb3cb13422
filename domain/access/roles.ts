/** Roles of a site: a lower number has more permissions. `none` is the account level, without access to the site. */
export const SITE_ROLE = { none: 0, administrator: 1, full: 2, monitor: 3 } as const;

export type SiteRole = (typeof SITE_ROLE)[keyof typeof SITE_ROLE];

/** Roles that a member can have, the highest first. */
export const MEMBER_ROLES = [SITE_ROLE.administrator, SITE_ROLE.full, SITE_ROLE.monitor] as const;
export type MemberRole = (typeof MEMBER_ROLES)[number];

/** Types of accounts; the type decides on permissions outside any site. */
export const USER_TYPE = { ordinary: 1, dealer: 2, platformAdministrator: 9 } as const;

export type UserType = (typeof USER_TYPE)[keyof typeof USER_TYPE];

/** An actor inside one site. */
export type SiteActor = {
  role: SiteRole;
  /** Whether the actor owns the site: role 1, and alone may delete it, transfer it and remove role 1 from others. */
  owner: boolean;
  /** Whether it is the demo account, which in any role changes and exports nothing and samples like a monitor. */
  demo: boolean;
  /** Whether the access comes from a share link: role 3, with only realtime values and history charts. */
  share: boolean;
};

/** An actor outside any site. */
export type AccountActor = { type: UserType; demo: boolean };

import { z } from "zod";

/** Site role: 1 administrator, 2 full function, 3 monitor only. 0 is the account level: no access inside a site. */
export const siteRole = z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)]);
export type SiteRole = z.infer<typeof siteRole>;

/** What a member has. */
export const memberRole = z.union([z.literal(1), z.literal(2), z.literal(3)]);
export type MemberRole = z.infer<typeof memberRole>;

/** User type: 1 ordinary, 2 dealer, 9 platform administrator. */
export const userType = z.union([z.literal(1), z.literal(2), z.literal(9)]);
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

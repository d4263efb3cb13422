import type { ApiAnswer } from "#app/api/api-types.ts";
import type { FormResult } from "#app/forms/use-own-form.ts";
import { SITE_ROLE } from "#domain/access/roles.ts";

type WaitingUsers = ApiAnswer<"POST /site/v2/user/getCheckBySiteId">;

export type Member = ApiAnswer<"POST /site/v2/user/getNormalBySiteId">["list"][number];
export type Application = WaitingUsers["applications"][number];
export type Invitation = WaitingUsers["invitations"][number];
/** A transfer of ownership that was accepted and has not taken effect. */
export type PendingTransfer = NonNullable<WaitingUsers["transfer"]>;
export type MembershipChange = ApiAnswer<"POST /site/v2/user/getAccessChanges">["list"][number];

/** Data of the site for the management page, with the permissions of the user. */
export type ManagedSite = {
  name: string;
  timeZone: string;
  /** Today's date at the site, YYYY-MM-DD. */
  today: string;
  personId: number;
  mayManage: boolean;
  isOwner: boolean;
};

/** Names of the roles that can be assigned, as in the texts. */
export const ROLE_NAMES = {
  [SITE_ROLE.administrator]: "administrator",
  [SITE_ROLE.full]: "full",
  [SITE_ROLE.monitor]: "monitor",
} as const;

/** Share link of the site, and the removed user who may know it. */
export type KnownLink = { userId: number; name: string; shareId: number };

/** Results of a form besides its values. */
export type MemberExtra = {
  /** Set if a user was removed from a site that has a share link. */
  known: KnownLink | null;
};

/** Result of a submitted form. */
export type MemberResult = FormResult<MemberExtra>;

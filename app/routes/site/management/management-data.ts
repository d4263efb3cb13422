import type { FormResult } from "#app/forms/use-own-form.ts";
import type { MemberRole } from "#domain/access/roles.ts";
import type { InvitedAs, MembershipChangeKind } from "#domain/members/membership-change.ts";

export type Member = {
  userId: number;
  name: string;
  account: string;
  header: string | null;
  role: MemberRole;
  /** ms UTC; null is never. */
  endsAt: number | null;
  receivesAlarms: boolean;
  owner: boolean;
  dealer: boolean;
  dealerByTrade: boolean;
};

export type Application = {
  userId: number;
  name: string;
  account: string;
  createTime: number;
};

export type Invitation = {
  id: number;
  email: string;
  as: InvitedAs;
  role: MemberRole;
  endsAt: number | null;
  invitedBy: string | null;
  expires: number;
};

/** A transfer of ownership that was accepted and has not taken effect. */
export type PendingTransfer = {
  name: string;
  account: string;
  /** ms UTC */
  effectiveAt: number;
};

type UserRef = { id: number; name: string } | null;

export type Change = {
  id: number;
  time: number;
  kind: MembershipChangeKind;
  by: UserRef;
  person: UserRef;
  email: string | null;
  /** 0 for none. */
  oldRole: number;
  newRole: number;
  oldEndsAt: number | null;
  newEndsAt: number | null;
};

/** The site as the management page shows it, and what the user may change. */
export type Place = {
  name: string;
  timeZone: string;
  /** Today's date at the site, YYYY-MM-DD. */
  today: string;
  personId: number;
  mayManage: boolean;
  isOwner: boolean;
};

/** Roles that can be assigned, by number. */
export const ROLE_NAMES = { 1: "administrator", 2: "full", 3: "monitor" } as const;

/** Share link of the site, and the removed user who may know it. */
export type KnownLink = { userId: number; name: string; shareId: number };

/** What a form of the page returns besides its values. */
export type MemberExtra = {
  /** Set if a user was removed from a site that has a share link. */
  known: KnownLink | null;
};

/** Result of a submitted form. */
export type MemberResult = FormResult<MemberExtra>;

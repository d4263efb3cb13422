/** Kinds of invitations: as a member with a role, as the next owner, or as the dealer. */
export const INVITED_AS = ["member", "owner", "dealer"] as const;
export type InvitedAs = (typeof INVITED_AS)[number];

/** Kinds of changes of memberships, as the history of a site's members stores them. */
export const MEMBERSHIP_CHANGE_KINDS = [
  "claimed",
  "invited",
  "invitationWithdrawn",
  "accepted",
  "declined",
  "applied",
  "approved",
  "refused",
  "roleChanged",
  "endChanged",
  "removed",
  "left",
  "ended",
  "transferAccepted",
  "transferWithdrawn",
  "handedOver",
  "madeDealer",
  "dealerRemoved",
] as const;
export type MembershipChangeKind = (typeof MEMBERSHIP_CHANGE_KINDS)[number];

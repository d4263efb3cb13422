/** The role of an invitation. */
export const INVITED_AS = ["member", "owner", "dealer"] as const;
export type InvitedAs = (typeof INVITED_AS)[number];

/** How a right at a site came to change. */
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

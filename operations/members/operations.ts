import { acceptInvitation, listOwnInvitations, refuseInvitation } from "./answer-invitation.ts";
import { applyForSite, dismissApplication, passApplication } from "./apply.ts";
import { batchAdministrators } from "./batch-administrators.ts";
import { deleteMember, leave, updateReceive, updateRole } from "./change-member.ts";
import { setSiteDealer } from "./dealer.ts";
import { inviteMember } from "./invite.ts";
import { getAccessChanges, getCheckBySiteId, getNormalBySiteId } from "./list-members.ts";
import { withdrawOwnership } from "./transfer.ts";

export const memberOperations = [
  applyForSite,
  inviteMember,
  passApplication,
  dismissApplication,
  deleteMember,
  updateRole,
  updateReceive,
  getNormalBySiteId,
  getCheckBySiteId,
  getAccessChanges,
  batchAdministrators,
  listOwnInvitations,
  acceptInvitation,
  refuseInvitation,
  withdrawOwnership,
  leave,
  setSiteDealer,
] as const;

import { z } from "zod";
import { withdrawInvitation } from "#database/members/invitations.ts";
import {
  changeAccess,
  leaveSite,
  removeMember,
  setReceivesAlarms,
} from "#database/members/member-changes.ts";
import { findMember } from "#database/members/members.ts";
import { findShareOfSite } from "#database/shares/shares.ts";
import { SITE_ROLE } from "#domain/access/roles.ts";
import { permissionToChange, ROLE_PERMISSION } from "#domain/members/member-permissions.ts";
import { Problem } from "#domain/problem.ts";
import { type AtSite, onSite } from "../access.ts";
import type { Context } from "../context.ts";
import { mailLanguageOf } from "../mails/new-mail.ts";
import { operation } from "../operation.ts";
import { siteInput } from "../site-input.ts";
import { deliverRevocations } from "./deliver-revocations.ts";
import {
  actingAt,
  grantedRole,
  personId,
  readEnd,
  readSiteOfMembers,
  requirePermission,
  typedEnd,
} from "./member-input.ts";
import { newMemberMail } from "./member-mail.ts";

export const deleteMember = operation({
  path: "POST /site/v2/user/delete",
  limitedBy: "session",
  description: {
    summary:
      "Removes a user by `userId`, or withdraws an invitation by `invitationId`. Only the owner may remove administrators and the dealer; the owner cannot be removed",
    output: z.object({
      shareId: z
        .int()
        .nullable()
        .describe(
          "The site's share link, whose URL the removed user may know (`share/renew` replaces it); null if there is none, and for an invitation",
        ),
    }),
    example: { input: { id: 12, userId: 8 }, output: { shareId: 3 } },
  },
  input: siteInput({
    userId: personId.optional(),
    invitationId: z.int().min(1).optional(),
  }).superRefine(({ userId, invitationId }, issues) => {
    if (userId === undefined && invitationId === undefined)
      issues.addIssue({ code: "custom", path: ["userId"], message: "required" });
  }),
  access: onSite("manageMembers"),
  async run({ input: { userId, invitationId }, context, caller, site }) {
    const at = { caller, site };
    if (userId !== undefined) {
      await remove(context, at, userId);
      const share = await findShareOfSite(context.database, site.id);
      return { shareId: share?.id ?? null };
    }
    if (invitationId !== undefined) await withdraw(context, at, invitationId);
    return { shareId: null };
  },
});

export const updateRole = operation({
  path: "POST /site/v2/user/updateRole",
  description: {
    summary:
      "Changes a user's role, and with `endsAt` the expiry of the access. Only the owner may change administrators and the dealer; the owner's own access is fixed",
    output: z.null(),
    example: {
      input: { id: 12, userId: 8, role: SITE_ROLE.full, endsAt: "2031-11-28" },
      output: null,
    },
  },
  input: siteInput({ userId: personId, role: grantedRole, endsAt: typedEnd.optional() }),
  access: onSite("manageMembers"),
  async run({ input, context, caller, site }) {
    const at = { caller, site };
    const { userId, role } = input;
    const member = await findChangeable(context, at, userId);
    requirePermission(at, ROLE_PERMISSION[role]);
    if (member.isDealer && role === SITE_ROLE.monitor)
      throw new Problem("conflict", { message: "dealerThere" });
    const { timeZone } = await readSiteOfMembers(context, site.id);
    const from = { role: member.role, endsAt: member.endsAt };
    const typed = input.endsAt;
    const endsAt = typed === undefined ? from.endsAt : readEnd(context, typed, timeZone);
    if (from.role === role && from.endsAt === endsAt) return null;
    const change = { userId, from, to: { role, endsAt } };
    if (!(await changeAccess(context.database, actingAt(context, at), change)))
      throw new Problem("conflict");
    await deliverRevocations(context, site.id);
    return null;
  },
});

export const updateReceive = operation({
  path: "POST /site/v2/user/updateReceive",
  description: {
    summary: "Enables or disables alarm e-mails of the site for a user",
    output: z.null(),
    example: { input: { id: 12, userId: 8, receive: true }, output: null },
  },
  input: siteInput({ userId: personId, receive: z.boolean() }),
  access: onSite("manageMembers"),
  async run({ input: { userId, receive }, context, caller, site }) {
    const acting = actingAt(context, { caller, site });
    const change = { userId, receives: receive };
    if (!(await setReceivesAlarms(context.database, acting, change))) throw new Problem("notFound");
    return null;
  },
});

export const leave = operation({
  path: "POST /site/v2/user/leave",
  description: {
    summary: "Ends the caller's own access to the site. Returns 409 for its owner",
    output: z.null(),
    example: { input: { id: 12 }, output: null },
  },
  input: siteInput({}),
  access: onSite("leave"),
  async run({ context, caller, site }) {
    if (site.actor.owner) throw new Problem("conflict", { message: "ownerStays" });
    if (!(await leaveSite(context.database, actingAt(context, { caller, site }))))
      throw new Problem("conflict");
    await deliverRevocations(context, site.id);
    return null;
  },
});

async function remove(context: Context, at: AtSite, userId: number): Promise<void> {
  const { id } = at.site;
  const member = await findChangeable(context, at, userId);
  const { name } = await readSiteOfMembers(context, id);
  const mail = newMemberMail(context, {
    template: "removed",
    values: { name: member.name, sites: [name] },
    language: mailLanguageOf(member),
    recipient: member.email,
  });
  if (!(await removeMember(context.database, actingAt(context, at), userId, mail)))
    throw new Problem("conflict");
  await deliverRevocations(context, id);
}

/**
 * Withdraws an invitation.
 * @throws Problem notFound if there is none with this id
 */
async function withdraw(context: Context, at: AtSite, invitationId: number): Promise<void> {
  const acting = actingAt(context, at);
  if (!(await withdrawInvitation(context.database, acting, invitationId)))
    throw new Problem("notFound");
}

/**
 * Finds a member whom the caller may change.
 * @throws Problem notFound if the user is no member, forbidden if the caller may not change that member
 */
async function findChangeable(context: Context, at: AtSite, userId: number) {
  const { database, now } = context;
  const member = await findMember(database, at.site.id, { userId, now: now() });
  if (member === undefined) throw new Problem("notFound");
  if (member.isOwner) throw new Problem("forbidden");
  requirePermission(
    at,
    permissionToChange({ role: member.role, isDealer: Boolean(member.isDealer) }),
  );
  return member;
}

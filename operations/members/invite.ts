import { z } from "zod";
import type { InvitationMail } from "#database/invitation-mails.ts";
import { invite } from "#database/invitations.ts";
import { findAddressee } from "#database/users.ts";
import { can } from "#domain/access/can.ts";
import { INVITED_AS } from "#domain/members/right-change.ts";
import { Problem } from "#domain/problem.ts";
import { emailAddress } from "#domain/users/email-address.ts";
import { onSite } from "../access.ts";
import type { Context, SignedIn } from "../context.ts";
import { demandFewTries, tryOf } from "../demand-few-tries.ts";
import { operation } from "../operation.ts";
import { siteInput } from "../site-input.ts";
import { demandUnblocked } from "../user/demand-unblocked.ts";
import {
  actingAt,
  grantedRole,
  readEnd,
  readSiteOfMembers,
  typedEnd,
  whyNot,
} from "./member-input.ts";
import { newMemberMail } from "./member-mail.ts";

/** Addresses that a person invites within a day: a family needs five, an installer some hundred. */
const FEW_INVITES = { most: 200, windowMs: 86_400_000 };

/** What everybody has who is invited to be more than a member. */
const ROLE_AS = { owner: 1, dealer: 2 } as const;

/** Whether anybody has the address is told by nothing: neither by the answer nor by how long it takes. */
export const inviteMember = operation({
  path: "POST /site/v2/user/invite",
  description: {
    summary:
      "Invites an e-mail address, registered or not, to be a member of the site, its dealer or its next owner; the invitation waits 30 days. Administrators, owners and dealers are invited by the owner alone",
    output: z.null(),
    example: {
      input: { id: 12, email: "ben@example.org", role: 2, endsAt: "2031-11-28" },
      output: null,
    },
  },
  input: siteInput({
    email: emailAddress,
    as: z.enum(INVITED_AS).default("member"),
    role: grantedRole.default(3),
    endsAt: typedEnd.default(null),
  }),
  access: onSite("manageMembers"),
  async run({ input, context, caller, site }) {
    const { email, as } = input;
    const role = as === "member" ? input.role : ROLE_AS[as];
    if ((as !== "member" || role === 1) && !can(site.actor, "changeAdministrators"))
      throw new Problem("forbidden", { message: "ownersRight" });
    const { name, timeZone } = await readSiteOfMembers(context, site.id);
    const endsAt = as === "member" ? readEnd(context, input.endsAt, timeZone) : null;
    await demandFewInvites(context, caller);
    await demandUnblocked(context, email);
    const mail = await newInvitation(context, caller, { email, as, site: name });
    const acting = actingAt(context, { caller, site });
    if (!(await invite(context.database, acting, { email, as, role, endsAt }, mail)))
      throw await whyNot(context, site.id, { message: "alreadyMember" });
    return null;
  },
});

/** @throws Problem tooFast */
export async function demandFewInvites(
  context: Context,
  { person }: SignedIn,
  addresses = 1,
): Promise<void> {
  await demandFewTries(context, ["invite", person.id], FEW_INVITES, addresses);
}

type Invited = { email: string; as: (typeof INVITED_AS)[number]; site: string };

/** The e-mail of an invitation; its site is empty where it is several. */
export async function newInvitation(
  context: Context,
  { person }: SignedIn,
  { email, as, site }: Invited,
): Promise<InvitationMail> {
  const { database, keys, portalOrigin } = context;
  const addressee = await findAddressee(database, email);
  const registered = addressee.id !== null;
  const register = `/register?${new URLSearchParams({ email })}`;
  const mail = newMemberMail(context, {
    template: "invitation",
    values: {
      ...{ site, email: person.email, as, registered },
      link: `${portalOrigin}${registered ? "/sitelist" : register}`,
    },
    language: addressee.language ?? context.language,
    recipient: email,
  });
  return { ...mail, countedAs: tryOf(keys, ["invitationMail", email]) };
}

import { z } from "zod";
import { acceptAsDealer, acceptAsMember } from "#database/members/accept-invitation.ts";
import { declineInvitation, listInvitationsOf } from "#database/members/invitations.ts";
import { deleteExpiredMemberships } from "#database/members/membership-expiry.ts";
import { acceptTransfer, listTransfersTo } from "#database/members/transfers.ts";
import { SITE_ROLE, USER_TYPE } from "#domain/access/roles.ts";
import { TRANSFER_DELAY_MS } from "#domain/members/member-limits.ts";
import { INVITED_AS } from "#domain/members/membership-change.ts";
import { Problem } from "#domain/problem.ts";
import { HOUR_MS } from "#domain/units/durations.ts";
import { sealSiteKey } from "#protocol/keys/page-keys.ts";
import { signedIn } from "../access.ts";
import { requireSession } from "../confirmation.ts";
import type { Context, Person, SignedIn } from "../context.ts";
import { mailLanguageOf } from "../mails/new-mail.ts";
import { readMailLanguage } from "../mails/read-mail-language.ts";
import { operation } from "../operation.ts";
import { deliverRevocations } from "./deliver-revocations.ts";
import { grantedRole, membershipConflict, readSiteOfMembers } from "./member-input.ts";
import { linkToMembers, newMemberMail } from "./member-mail.ts";
import { refusePending } from "./transfer.ts";

const ofInvitation = z.object({ id: z.int().min(1).describe("Id of the invitation") });

export const listOwnInvitations = operation({
  path: "POST /site/v2/user/invitations",
  writes: false,
  description: {
    summary:
      "Lists the pending invitations to the caller's e-mail address, newest first, and the transfers of ownership to the caller that were accepted and have not taken effect",
    output: z.object({
      list: z.array(
        z.object({
          id: z.int(),
          siteName: z.string(),
          timeZoneId: z.string(),
          invitedBy: z.string().nullable().describe("Name; null if the account was deleted"),
          as: z.enum(INVITED_AS),
          role: grantedRole,
          endsAt: z.int().nullable().describe("When the access will end, ms UTC; null for never"),
          createTime: z.int().describe("ms UTC"),
          expires: z.int().describe("ms UTC"),
        }),
      ),
      transfers: z.array(
        z.object({
          siteName: z.string(),
          timeZoneId: z.string(),
          effectiveAt: z.int().describe("When the caller becomes the owner, ms UTC"),
        }),
      ),
    }),
    example: {
      input: {},
      output: {
        list: [
          {
            id: 5,
            siteName: "Alpha roof",
            timeZoneId: "Europe/Berlin",
            invitedBy: "Ana",
            as: "member",
            role: SITE_ROLE.full,
            endsAt: null,
            createTime: 1_790_000_000_000,
            expires: 1_792_592_000_000,
          },
        ],
        transfers: [],
      },
    },
  },
  input: z.object({}),
  access: signedIn("addSite"),
  async run({ context, caller }) {
    const { database, now } = context;
    const rows = await listInvitationsOf(database, caller.person.id, now());
    const transfers = await listTransfersTo(database, caller.person.id);
    return {
      list: rows.map(({ siteId, ownerId, timeZone, createdAt, expiresAt, ...row }) => ({
        ...row,
        timeZoneId: timeZone,
        createTime: createdAt,
        expires: expiresAt,
      })),
      transfers: transfers.map(({ timeZone, ...transfer }) => ({
        ...transfer,
        timeZoneId: timeZone,
      })),
    };
  },
});

export const acceptInvitation = operation({
  path: "POST /site/v2/user/accept",
  description: {
    summary:
      "Accepts an invitation to the caller's e-mail address. Ownership is transferred 72 hours later; until then the owner can withdraw it",
    output: z.object({
      id: z.int().describe("Id of the site"),
      key: z.string().describe("The site's id for page addresses, sealed for the caller"),
      effectiveAt: z
        .int()
        .nullable()
        .describe("When the caller becomes the owner, ms UTC; null for other invitations"),
    }),
    example: { input: { id: 5 }, output: { id: 12, key: "c2l0ZS1rZXk", effectiveAt: null } },
  },
  input: ofInvitation,
  access: signedIn("addSite"),
  async run({ input: { id }, context, caller }) {
    const { person } = caller;
    const { database, keys, now } = context;
    const [invitation] = await listInvitationsOf(database, person.id, now(), id);
    if (invitation === undefined) throw new Problem("notFound");
    const { siteId } = invitation;
    // An expired membership must not conflict with the new one.
    await deleteExpiredMemberships(database, now(), siteId);
    const effectiveAt = await takeUp(context, caller, invitation);
    await deliverRevocations(context, siteId);
    return { id: siteId, key: sealSiteKey(keys, person.id, siteId), effectiveAt };
  },
});

export const refuseInvitation = operation({
  path: "POST /site/v2/user/decline",
  description: {
    summary: "Declines an invitation to the caller's e-mail address",
    output: z.null(),
    example: { input: { id: 5 }, output: null },
  },
  input: ofInvitation,
  access: signedIn("addSite"),
  async run({ input: { id }, context, caller }) {
    const { database, now } = context;
    const declined = { id, userId: caller.person.id, now: now() };
    if (!(await declineInvitation(database, declined))) throw new Problem("notFound");
    return null;
  },
});

type Invitation = Awaited<ReturnType<typeof listInvitationsOf>>[number];

/** Returns when ownership changes, ms UTC; null if the invitation offers something else. */
async function takeUp(
  context: Context,
  caller: SignedIn,
  { id, siteId, ownerId, as }: Invitation,
): Promise<number | null> {
  const { database, now } = context;
  const { person } = caller;
  if (as === "dealer" && person.type !== USER_TYPE.dealer)
    throw new Problem("conflict", { message: "notDealer" });
  const accepting = { id, siteId, userId: person.id, now: now() };
  if (as === "owner") {
    requireSession(caller);
    const effectiveAt = accepting.now + TRANSFER_DELAY_MS;
    const mails = await newTransferMails(context, siteId, person);
    if (await acceptTransfer(database, { ...accepting, ownerId, effectiveAt }, mails))
      return effectiveAt;
    await refusePending(context, siteId);
  } else {
    const accept = as === "dealer" ? acceptAsDealer : acceptAsMember;
    if (await accept(database, accepting)) return null;
  }
  throw await membershipConflict(context, siteId, { message: "invitationGone" });
}

async function newTransferMails(context: Context, siteId: number, person: Person) {
  const site = await readSiteOfMembers(context, siteId);
  const about = { site: site.name, hours: TRANSFER_DELAY_MS / HOUR_MS };
  const { ownerName, ownerEmail, ownerId } = site;
  const { name, email } = person;
  return {
    giver: newMemberMail(context, {
      template: "transferAccepted",
      values: {
        ...about,
        name: ownerName,
        email,
        link: linkToMembers(context, siteId, ownerId),
      },
      language: mailLanguageOf(site),
      recipient: ownerEmail,
    }),
    taker: newMemberMail(context, {
      template: "transferPending",
      values: { ...about, name, email: ownerEmail },
      language: await readMailLanguage(context, person),
      recipient: email,
    }),
  };
}

import { z } from "zod";
import { acceptAsDealer, acceptAsMember, acceptAsOwner } from "#database/accept-invitation.ts";
import { declineInvitation, listInvitationsOf } from "#database/invitations.ts";
import { endDueRights } from "#database/right-ends.ts";
import { INVITED_AS } from "#domain/members/right-change.ts";
import { Problem } from "#domain/problem.ts";
import { sealSiteKey } from "#protocol/keys/page-keys.ts";
import { signedIn } from "../access.ts";
import type { Context, Person, SignedIn } from "../context.ts";
import { mailLanguageOf } from "../mails/new-mail.ts";
import { operation } from "../operation.ts";
import { tellEnds } from "../rights/tell-ends.ts";
import { grantedRole, readSiteOfMembers, whyNot } from "./member-input.ts";
import { newMemberMail } from "./member-mail.ts";

const ofInvitation = z.object({ id: z.int().min(1).describe("Of the invitation") });

export const listOwnInvitations = operation({
  path: "POST /site/v2/user/invitations",
  description: {
    summary: "Invitations to the caller's e-mail address that are still open, the newest first",
    output: z.object({
      list: z.array(
        z.object({
          id: z.int(),
          siteName: z.string(),
          timeZoneId: z.string(),
          invitedBy: z.string().nullable().describe("Name; null where the account is gone"),
          as: z.enum(INVITED_AS),
          role: grantedRole,
          endsAt: z.int().nullable().describe("When the right will end, ms UTC"),
          createTime: z.int().describe("ms UTC"),
          expires: z.int().describe("ms UTC"),
        }),
      ),
    }),
    example: {
      input: {},
      output: {
        list: [
          {
            ...{ id: 5, siteName: "Alpha roof", timeZoneId: "Europe/Berlin", invitedBy: "Ana" },
            ...{ as: "member", role: 2, endsAt: null },
            ...{ createTime: 1_790_000_000_000, expires: 1_792_592_000_000 },
          },
        ],
      },
    },
  },
  input: z.object({}),
  access: signedIn("addSite"),
  async run({ context, caller }) {
    const rows = await listInvitationsOf(context.database, caller.person.id, context.now());
    return {
      list: rows.map(({ siteId, ownerId, timeZone, createdAt, expiresAt, ...row }) => ({
        ...row,
        timeZoneId: timeZone,
        createTime: createdAt,
        expires: expiresAt,
      })),
    };
  },
});

export const acceptInvitation = operation({
  path: "POST /site/v2/user/accept",
  description: {
    summary: "Takes up an invitation to the caller's e-mail address",
    output: z.object({
      id: z.int().describe("Of the site"),
      key: z.string().describe("For page addresses"),
    }),
    example: { input: { id: 5 }, output: { id: 12, key: "c2l0ZS1rZXk" } },
  },
  input: ofInvitation,
  access: signedIn("addSite"),
  async run({ input: { id }, context, caller }) {
    const { person } = caller;
    const { database, keys, now } = context;
    const [invitation] = await listInvitationsOf(database, person.id, now(), id);
    if (invitation === undefined) throw new Problem("notFound");
    const { siteId } = invitation;
    // What is over is no membership that could be in the way.
    await endDueRights(database, now(), siteId);
    await takeUp(context, caller, invitation);
    await tellEnds(context, siteId);
    return { id: siteId, key: sealSiteKey(keys, person.id, siteId) };
  },
});

export const refuseInvitation = operation({
  path: "POST /site/v2/user/decline",
  description: {
    summary: "Does away with an invitation to the caller's e-mail address",
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

async function takeUp(
  context: Context,
  { person }: SignedIn,
  { id, siteId, ownerId, as }: Invitation,
): Promise<void> {
  const { database, now } = context;
  if (as === "dealer" && person.type !== 2) throw new Problem("conflict", { message: "notDealer" });
  const accepting = { id, siteId, userId: person.id, now: now() };
  const isDone =
    as === "owner"
      ? await acceptAsOwner(
          database,
          { ...accepting, ownerId },
          await newHandover(context, siteId, person),
        )
      : await (as === "dealer" ? acceptAsDealer : acceptAsMember)(database, accepting);
  if (!isDone) throw await whyNot(context, siteId, { message: "invitationGone" });
}

async function newHandover(context: Context, siteId: number, { email }: Person) {
  const site = await readSiteOfMembers(context, siteId);
  return newMemberMail(context, {
    template: "handedOver",
    values: { name: site.ownerName, site: site.name, email },
    language: mailLanguageOf(site),
    recipient: site.ownerEmail,
  });
}

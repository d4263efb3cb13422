import { z } from "zod";
import type { InvitationMail } from "#database/members/invitation-mails.ts";
import { invite } from "#database/members/invitations.ts";
import { findAddressee } from "#database/user/users.ts";
import { type MemberRole, SITE_ROLE } from "#domain/access/roles.ts";
import { permissionToInvite } from "#domain/members/member-permissions.ts";
import { INVITED_AS } from "#domain/members/membership-change.ts";
import { DAY_MS } from "#domain/units/durations.ts";
import { emailAddress } from "#domain/users/email-address.ts";
import { type Access, type AtSite, confirmed, onSite } from "../access.ts";
import { confirmField } from "../confirmation.ts";
import type { Context, SignedIn } from "../context.ts";
import { enforceRateLimit, rateLimitSubject } from "../enforce-rate-limit.ts";
import { readMailLanguage } from "../mails/read-mail-language.ts";
import { operation } from "../operation.ts";
import { type NamesSite, siteInput } from "../site-input.ts";
import { assertEmailNotBlocked } from "../user/assert-email-not-blocked.ts";
import {
  actingAt,
  grantedRole,
  membershipConflict,
  readEnd,
  readSiteOfMembers,
  requirePermission,
  typedEnd,
} from "./member-input.ts";
import { linkToMembers, newMemberMail } from "./member-mail.ts";
import { refusePending } from "./transfer.ts";

/** Limit of the addresses that a user may invite per day: a family needs five, an installer some hundred. */
export const INVITATION_LIMIT = { max: 200, windowMs: DAY_MS };

/** Roles that a future owner and a future dealer get with their invitation. */
const ROLE_AS = { owner: SITE_ROLE.administrator, dealer: SITE_ROLE.full } as const;

type Offer = { as: (typeof INVITED_AS)[number]; role: MemberRole };

const roleOf = ({ as, role }: Offer) => (as === "member" ? role : ROLE_AS[as]);

const OFFERS = onSite("manageMembers");
/** Only the owner may invite administrators, owners and dealers. */
const toInvite: Access<NamesSite & Offer, AtSite> = {
  ...OFFERS,
  async check(input, caller, context) {
    const granted = await OFFERS.check(input, caller, context);
    requirePermission(granted, permissionToInvite(input));
    return granted;
  },
};

/** Neither the answer nor its timing reveals whether the address is registered. */
export const inviteMember = operation({
  path: "POST /site/v2/user/invite",
  description: {
    summary:
      "Invites an e-mail address, registered or not, as a user, dealer or next owner of a site, valid for 30 days. Only the owner may invite administrators, dealers and the next owner",
    output: z.null(),
    example: {
      input: {
        id: 12,
        email: "ben@example.org",
        role: SITE_ROLE.full,
        endsAt: "2031-11-28",
        receive: true,
      },
      output: null,
    },
  },
  input: siteInput({
    email: emailAddress,
    as: z.enum(INVITED_AS).default("member"),
    role: grantedRole.default(SITE_ROLE.monitor),
    endsAt: typedEnd.default(null),
    receive: z
      .boolean()
      .optional()
      .describe(
        "Whether the user receives the site's alarms; by default all but monitors do. An owner always does",
      ),
    ...confirmField,
  }),
  access: confirmed(toInvite, ({ as }: Offer) => as === "owner"),
  async run({ input, context, caller, site }) {
    const { email, as, receive } = input;
    const role = roleOf(input);
    const { name, timeZone } = await readSiteOfMembers(context, site.id);
    const endsAt = as === "member" ? readEnd(context, input.endsAt, timeZone) : null;
    await enforceInvitationLimit(context, caller);
    await assertEmailNotBlocked(context, email);
    if (as === "owner") await refusePending(context, site.id);
    const mail = await newInvitation(context, caller, { email, as, site: name });
    const notice =
      as === "owner"
        ? await newOffer(context, caller, { siteId: site.id, name, email })
        : undefined;
    const acting = actingAt(context, { caller, site });
    const invited = { email, as, role, endsAt, receivesAlarms: receive };
    if (!(await invite(context.database, acting, invited, { mail, notice })))
      throw await membershipConflict(context, site.id, { message: "alreadyMember" });
    return null;
  },
});

/** The e-mail warns the owner, because another person may use the owner's session. */
async function newOffer(
  context: Context,
  { person }: SignedIn,
  { siteId, name, email }: { siteId: number; name: string; email: string },
) {
  return newMemberMail(context, {
    template: "transferOffered",
    values: {
      name: person.name,
      site: name,
      email,
      link: linkToMembers(context, siteId, person.id),
    },
    language: await readMailLanguage(context, person),
    recipient: person.email,
  });
}

/**
 * Counts invitations towards the caller's daily limit.
 * @throws Problem tooFast if the limit is exceeded
 */
export async function enforceInvitationLimit(
  context: Context,
  { person }: SignedIn,
  addresses = 1,
): Promise<void> {
  await enforceRateLimit(context, ["invite", person.id], INVITATION_LIMIT, addresses);
}

type Invited = { email: string; as: (typeof INVITED_AS)[number]; site: string };

/** Creates the e-mail of an invitation; its site is empty if there are several. */
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
      site,
      email: person.email,
      as,
      registered,
      confirmed: addressee.activatedAt !== null,
      link: `${portalOrigin}${registered ? "/sitelist" : register}`,
    },
    language: addressee.language ?? context.language,
    recipient: email,
  });
  return { ...mail, countedAs: rateLimitSubject(keys, ["invitationMail", email]) };
}

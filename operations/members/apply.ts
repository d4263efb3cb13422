import { z } from "zod";
import {
  apply,
  approveApplication,
  findApplicant,
  findApplicationOwner,
  refuseApplication,
} from "#database/members/applications.ts";
import { deleteExpiredMemberships } from "#database/members/membership-expiry.ts";
import { SITE_ROLE } from "#domain/access/roles.ts";
import { serialNumber } from "#domain/loggers/serial-number.ts";
import { ROLE_PERMISSION } from "#domain/members/member-permissions.ts";
import { plainText } from "#domain/plain-text.ts";
import { Problem } from "#domain/problem.ts";
import { MAX_APPLICATION_MESSAGE } from "#domain/text-limits.ts";
import { DAY_MS } from "#domain/units/durations.ts";
import { sealSiteKey } from "#protocol/keys/page-keys.ts";
import { onSite, signedIn } from "../access.ts";
import type { Context } from "../context.ts";
import { enforceRateLimit } from "../enforce-rate-limit.ts";
import { mailLanguageOf } from "../mails/new-mail.ts";
import { operation } from "../operation.ts";
import { siteInput } from "../site-input.ts";
import { deliverRevocations } from "./deliver-revocations.ts";
import {
  actingAt,
  grantedRole,
  membershipConflict,
  personId,
  readEnd,
  readSiteOfMembers,
  requirePermission,
  typedEnd,
} from "./member-input.ts";
import { newMemberMail } from "./member-mail.ts";

const APPLICATION_LIMIT = { max: 10, windowMs: DAY_MS };

/** Neither the answer nor its timing reveals whether the site exists. */
export const applyForSite = operation({
  path: "POST /site/v2/user/apply",
  description: {
    summary:
      "Applies for access to the site whose module has this serial number, if there is one. At most ten applications a day. Administrators of the site approve or refuse",
    output: z.null(),
    example: {
      input: { sn: "HP-0001", message: "I maintain the battery." },
      output: null,
    },
  },
  input: z.object({
    sn: z.string().trim().toUpperCase().pipe(serialNumber),
    message: plainText
      .pipe(z.string().max(MAX_APPLICATION_MESSAGE, "tooLong"))
      .default("")
      .describe("Who applies, and why; shown to the site's administrators and not sent by e-mail"),
  }),
  access: signedIn("addSite"),
  async run({ input: { sn, message }, context, caller: { person } }) {
    const { database, keys, now, portalOrigin } = context;
    await enforceRateLimit(context, ["apply", person.id], APPLICATION_LIMIT);
    const owner = await findApplicationOwner(database, sn);
    const key = sealSiteKey(keys, owner.ownerId ?? 0, owner.siteId ?? 0);
    const mail = newMemberMail(context, {
      template: "applied",
      values: {
        name: owner.name ?? "",
        site: owner.site ?? "",
        email: person.email,
        link: `${portalOrigin}/management?${new URLSearchParams({ key })}`,
      },
      language: owner.language ?? context.language,
      recipient: owner.email ?? "",
    });
    const application = { siteId: owner.siteId, userId: person.id, message, now: now() };
    await apply(database, application, mail);
    return null;
  },
});

export const passApplication = operation({
  path: "POST /site/v2/user/pass",
  description: {
    summary:
      "Approves an application. The applicant gets access to the site with a role, permanently or until a date. Only the owner may grant role 1",
    output: z.null(),
    example: { input: { id: 12, userId: 8, role: SITE_ROLE.monitor, endsAt: null }, output: null },
  },
  input: siteInput({
    userId: personId,
    role: grantedRole.default(SITE_ROLE.monitor),
    endsAt: typedEnd.default(null),
  }),
  access: onSite("manageMembers"),
  async run({ input, context, caller, site }) {
    const { userId, role } = input;
    requirePermission({ caller, site }, ROLE_PERMISSION[role]);
    const { database, now } = context;
    const { name, timeZone } = await readSiteOfMembers(context, site.id);
    const endsAt = readEnd(context, input.endsAt, timeZone);
    const mail = await newApproval(context, { siteId: site.id, siteName: name, userId });
    if ((await deleteExpiredMemberships(database, now(), site.id)).length > 0)
      await deliverRevocations(context, site.id);
    const acting = actingAt(context, { caller, site });
    if (!(await approveApplication(database, acting, { userId, role, endsAt }, mail)))
      throw await membershipConflict(context, site.id);
    return null;
  },
});

export const dismissApplication = operation({
  path: "POST /site/v2/user/refuse",
  description: {
    summary: "Refuses an application; the applicant may apply again",
    output: z.null(),
    example: { input: { id: 12, userId: 8 }, output: null },
  },
  input: siteInput({ userId: personId }),
  access: onSite("manageMembers"),
  async run({ input: { userId }, context, caller, site }) {
    const acting = actingAt(context, { caller, site });
    if (!(await refuseApplication(context.database, acting, userId))) throw new Problem("notFound");
    return null;
  },
});

/**
 * Creates the e-mail to an approved applicant.
 * @throws Problem notFound if the user has not applied
 */
async function newApproval(
  context: Context,
  { siteId, siteName, userId }: { siteId: number; siteName: string; userId: number },
) {
  const applicant = await findApplicant(context.database, siteId, userId);
  if (applicant === undefined) throw new Problem("notFound");
  const key = sealSiteKey(context.keys, userId, siteId);
  return newMemberMail(context, {
    template: "approved",
    values: {
      name: applicant.name,
      site: siteName,
      link: `${context.portalOrigin}/realtime?${new URLSearchParams({ key })}`,
    },
    language: mailLanguageOf(applicant),
    recipient: applicant.email,
  });
}

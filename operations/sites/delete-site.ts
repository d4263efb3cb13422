import { z } from "zod";
import { findTransfer } from "#database/members/transfers.ts";
import { deleteSite, listDeletedSites, restoreSite } from "#database/sites/site-life.ts";
import { readSiteNames } from "#database/sites/site-names.ts";
import { tokenReaches } from "#domain/access/token-scope.ts";
import { Problem } from "#domain/problem.ts";
import { DELETION_GRACE_MS } from "#domain/sites/deletion.ts";
import { DAY_MS } from "#domain/units/durations.ts";
import { confirmed, onSite, signedIn } from "../access.ts";
import { confirmField } from "../confirmation.ts";
import type { Context, SignedIn } from "../context.ts";
import { readMailLanguage } from "../mails/read-mail-language.ts";
import { deliverRevocations } from "../members/deliver-revocations.ts";
import { newMemberMail } from "../members/member-mail.ts";
import { newWithdrawal } from "../members/transfer.ts";
import { operation } from "../operation.ts";
import { siteInput } from "../site-input.ts";
import { deliverUnlinks } from "./deliver-unlinks.ts";
import { assertNameConfirmation, typedName } from "./name-confirmation.ts";

/** Removes the site for all users at once; its owner can restore it for 30 days. */
export const removeSite = operation({
  path: "POST /site/v2/delete",
  description: {
    summary: "Deletes a site for all users; its owner can restore it for 30 days",
    output: z.null(),
    example: { input: { id: 12, name: "Harbour roof" }, output: null },
  },
  input: siteInput({ name: typedName, ...confirmField }),
  access: confirmed(onSite("delete")),
  async run({ input: { name }, context, caller, site }) {
    const called = await readSiteNames(context.database, site.id);
    if (called === undefined) throw new Problem("notFound");
    assertNameConfirmation(called, name);
    const owning = { siteId: site.id, by: caller.person.id, now: context.now() };
    const mails = await newMails(context, caller, { id: site.id, name: called.name });
    if (!(await deleteSite(context.database, owning, mails))) throw new Problem("notFound");
    const delivered = [deliverUnlinks(context, site.id), deliverRevocations(context, site.id)];
    // All sockets that can be closed are closed before the answer.
    await Promise.allSettled(delivered);
    await Promise.all(delivered);
    return null;
  },
});

/** E-mails to the owner, because another person may use the owner's session, and to the pending next owner. */
async function newMails(
  context: Context,
  { person }: SignedIn,
  { id, name }: { id: number; name: string },
) {
  const deleted = newMemberMail(context, {
    template: "siteDeleted",
    values: {
      name: person.name,
      site: name,
      days: DELETION_GRACE_MS / DAY_MS,
      link: `${context.portalOrigin}/user#deleted`,
    },
    language: await readMailLanguage(context, person),
    recipient: person.email,
  });
  const pending = await findTransfer(context.database, id);
  return pending === undefined ? [deleted] : [deleted, await newWithdrawal(context, id, pending)];
}

const AT = 1_790_000_000_000;

export const getDeletedSites = operation({
  path: "POST /site/v2/getDeleted",
  description: {
    summary: "Lists the sites that the caller has deleted and can still restore",
    output: z.object({
      list: z.array(
        z.object({
          id: z.int(),
          name: z.string(),
          deletedAt: z.int().describe("ms UTC"),
          purgedAt: z.int().describe("When the site is deleted permanently, ms UTC"),
        }),
      ),
    }),
    example: {
      input: {},
      output: {
        list: [{ id: 12, name: "Harbour roof", deletedAt: AT, purgedAt: AT + DELETION_GRACE_MS }],
      },
    },
  },
  input: z.object({}),
  access: signedIn("listSites"),
  async run({ context: { database, now }, caller: { person, token } }) {
    const deleted = await listDeletedSites(database, person.id, now());
    const list = deleted
      .filter(({ id }) => token === undefined || tokenReaches(token, id))
      .map((site) => ({ ...site, purgedAt: site.deletedAt + DELETION_GRACE_MS }));
    return { list };
  },
});

export const restoreDeletedSite = operation({
  path: "POST /site/v2/restore",
  description: {
    summary: "Restores a deleted site with its users, its module and its history",
    output: z.null(),
    example: { input: { id: 12 }, output: null },
  },
  input: z.object({ id: z.int().min(1) }),
  access: signedIn("addSite"),
  async run({ input: { id }, context, caller: { person } }) {
    const { database, log, now } = context;
    const restored = await restoreSite(database, { siteId: id, by: person.id, now: now() });
    if (!restored) throw new Problem("notFound");
    try {
      await context.siteObject(id).admitLogger();
    } catch (error) {
      // The object accepts the logger by itself a minute after the deletion.
      log.error("a restored site could not be notified to accept its logger", error);
    }
    return null;
  },
});

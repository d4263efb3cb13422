import { z } from "zod";
import {
  completeTransfer,
  findTransfer,
  listDueTransfers,
  type Transfer,
  withdrawTransfer,
} from "#database/members/transfers.ts";
import { Problem } from "#domain/problem.ts";
import { onSite } from "../access.ts";
import type { Context } from "../context.ts";
import { mailLanguageOf } from "../mails/new-mail.ts";
import { operation } from "../operation.ts";
import { siteInput } from "../site-input.ts";
import { deliverRevocations } from "./deliver-revocations.ts";
import { actingAt, readSiteOfMembers } from "./member-input.ts";
import { linkToMembers, newMemberMail } from "./member-mail.ts";

/** Needs no confirmation: an attacker with a stolen session gains nothing by stopping a transfer. */
export const withdrawOwnership = operation({
  path: "POST /site/v2/user/withdrawTransfer",
  limitedBy: "session",
  description: {
    summary: "Withdraws the pending transfer of ownership of a site. Returns 404 if there is none",
    output: z.null(),
    example: { input: { id: 12 }, output: null },
  },
  input: siteInput({}),
  access: onSite("transferOwnership"),
  async run({ context, caller, site }) {
    const { database } = context;
    const pending = await findTransfer(database, site.id);
    if (pending === undefined) throw new Problem("notFound");
    const { toId } = pending;
    const mail = await newWithdrawal(context, site.id, pending);
    const acting = actingAt(context, { caller, site });
    if (!(await withdrawTransfer(database, { ...acting, toId }, mail)))
      throw new Problem("notFound");
    return null;
  },
});

type Pending = NonNullable<Awaited<ReturnType<typeof findTransfer>>>;

/** Creates the e-mail to the user who would have become the owner. */
export async function newWithdrawal(context: Context, siteId: number, next: Pending) {
  const site = await readSiteOfMembers(context, siteId);
  return newMemberMail(context, {
    template: "transferWithdrawn",
    values: { name: next.name, site: site.name },
    language: mailLanguageOf(next),
    recipient: next.email,
  });
}

/**
 * Requires that no transfer of the site is pending.
 * @throws Problem conflict while a transfer is pending
 */
export async function refusePending({ database }: Context, siteId: number): Promise<void> {
  if ((await findTransfer(database, siteId)) === undefined) return;
  throw new Problem("conflict", { message: "transferPending" });
}

/** Transfers completed per turn of the job; the next turn continues. */
const COMPLETED_AT_ONCE = 50;

/**
 * Completes transfers whose withdrawal period is over. Each is one transaction, so an interrupted turn, or two
 * concurrent ones, repeat nothing.
 */
export async function completeTransfers(context: Context): Promise<void> {
  const { database, log, now } = context;
  for (const transfer of await listDueTransfers(database, now(), COMPLETED_AT_ONCE)) {
    try {
      await complete(context, transfer);
    } catch (error) {
      // The transfer stays due.
      log.error("a transfer could not be completed", error);
    }
  }
}

async function complete(context: Context, transfer: Transfer): Promise<void> {
  const { database, now } = context;
  const { siteId, toId } = transfer;
  const next = await findTransfer(database, siteId);
  if (next?.toId !== toId) return;
  const site = await readSiteOfMembers(context, siteId);
  const mails = {
    giver: newMemberMail(context, {
      template: "handedOver",
      values: { name: site.ownerName, site: site.name, email: next.email },
      language: mailLanguageOf(site),
      recipient: site.ownerEmail,
    }),
    taker: newMemberMail(context, {
      template: "tookOver",
      values: {
        name: next.name,
        site: site.name,
        link: linkToMembers(context, siteId, toId),
      },
      language: mailLanguageOf(next),
      recipient: next.email,
    }),
  };
  if (await completeTransfer(database, transfer, now(), mails))
    await deliverRevocations(context, siteId);
}
